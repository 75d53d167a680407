import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const SPECS = ["**/*.spec.ts", "test/**/*.ts"];

const environment = {
  object: "process",
  property: "env",
  message: "Only platform/config reads the environment. Take a typed config class instead.",
};
const wallClock = { object: "Date", property: "now", message: "Take the Clock port instead." };
const processImport = { name: "node:process", message: "Use the global, whose env is guarded." };

const namedExports = { selector: "ExportDefaultDeclaration", message: "Exports have names." };
const currentDate = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: "Take the Clock port instead.",
};

export default defineConfig(
  { ignores: ["dist/", "coverage/", "integrations/*/hooks/", "src/client/generated/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    name: "sizes",
    rules: {
      "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: false, skipComments: false }],
      complexity: ["error", 10],
      "max-params": ["error", 5],
      eqeqeq: "error",
    },
  },
  {
    name: "types",
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A Nest module is an empty class that carries a decorator.
      "@typescript-eslint/no-extraneous-class": ["error", { allowWithDecorator: true }],
      // Nest's options, our response classes and config classes are shapes that object literals fill.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "no-restricted-syntax": ["error", namedExports],
    },
  },
  {
    name: "ports for time and configuration",
    files: ["src/**/*.ts"],
    ignores: SPECS,
    rules: {
      "no-console": "error",
      "no-restricted-properties": ["error", environment, wallClock],
      "no-restricted-imports": ["error", { paths: [processImport] }],
      "no-restricted-syntax": ["error", namedExports, currentDate],
    },
  },
  {
    // What a person started by hand answers on her terminal.
    files: ["src/migrate.ts", "src/reindex.ts", "src/start-failure.ts", "src/verify.ts"],
    rules: { "no-console": "off" },
  },
  {
    name: "the room that reads the environment",
    files: ["src/platform/config/**/*.ts"],
    ignores: SPECS,
    rules: { "no-restricted-properties": ["error", wallClock] },
  },
  {
    name: "the adapter that reads the clock",
    files: ["src/platform/**/*clock*.ts"],
    ignores: SPECS,
    rules: { "no-restricted-properties": ["error", environment], "no-restricted-syntax": ["error", namedExports] },
  },
  {
    name: "adapters take nothing of Nest but the decorator",
    files: ["src/*/adapters/**/*.ts"],
    ignores: SPECS,
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            processImport,
            { name: "@nestjs/common", allowImportNames: ["Injectable"], message: "Adapters know only @Injectable." },
          ],
        },
      ],
    },
  },
  {
    name: "tests",
    files: SPECS,
    rules: {
      // A describe block is a table of contents, and expect.any, expect.objectContaining and JSON bodies are any.
      "max-lines-per-function": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
);
