/** What users and hosts leave in JSON configs. */
export const JSON_CONFIGS: Readonly<Record<string, string>> = {
  "an empty file": "",
  "an empty object": "{}",
  "an empty object and a line break": "{}\n",
  "an empty object over two lines": "{\n}\n",
  "settings without a final line break": '{\n  "model": "best"\n}',
  "one line": '{"model":"best","hooks":{"Stop":[]}}',
  "one line with an empty array": '{"hooks":{"UserPromptSubmit":[]},"mcpServers":{}}\n',
  CRLF: '{\r\n  "model": "best",\r\n  "hooks": {\r\n  }\r\n}\r\n',
  tabs: '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n',
  "a byte order mark": '\uFEFF{\n  "model": "best"\n}\n',
  "comments and trailing commas":
    '// mine\n{\n  /* a, b */ "model": "best", // the best\n  "hooks": {\n    "Stop": [], // none\n  }, // hooks\n  // last, but\n}\n',
  "a comment in an empty object": "{\n  // nothing yet\n}\n",
  "other hooks and other servers": `{
  "hooks": {
    "UserPromptSubmit": [
      { "matcher": "", "hooks": [{ "type": "command", "command": "echo 'hi'" }] }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
  },
  "mcpServers": { "docs": { "type": "http", "url": "https://docs.example/mcp" } },
  "unknown": [1, 2.50, 1e3, "\\u00fc"]
}
`,
  "a very large file": `{\n  "projects": {\n${Array.from({ length: 3_000 }, (_, n) => `    "/p/${n}": { "n": ${n} }`).join(",\n")}\n  }\n}\n`,
};

/** And in config.toml. */
export const TOML_CONFIGS: Readonly<Record<string, string>> = {
  "an empty file": "",
  "only a line break": "\n",
  "no final line break": 'model = "best"',
  CRLF: 'model = "best"\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
  "CRLF without a final line break": '[tui]\r\ntheme = "dark"',
  "a byte order mark": '\uFEFFmodel = "best"\n',
  comments: '# mine\nmodel = "best" # the best\n\n[tui] # look\n# end\n',
  "blank lines at the end": 'model = "best"\n\n\n',
  "other servers and dotted keys":
    'a.b.c = 1_000\nt = 2026-11-30T19:37:00Z\nbig = 9223372036854775807\n\n[mcp_servers.docs]\nurl = "https://docs.example/mcp"\n[mcp_servers.docs.env]\n"a b" = \'c\'\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = """\n[mcp_servers.powercontext]\n"""\n',
  "a very large file": Array.from({ length: 3_000 }, (_, n) => `[projects."/p/${n}"]\ntrust_level = "trusted"\n`).join(
    "\n",
  ),
};
