import type { AuthConfig } from "./auth.config.js";
import { SERVER_PREFIX } from "./environment.js";
import { isLoopbackName } from "./host-name.js";
import type { HttpConfig } from "./http.config.js";

export interface Notice {
  readonly level: "info" | "warning";
  readonly message: string;
}

/** Settings that other server versions know and this one never will. */
const OF_OTHER_VERSIONS =
  /^(?:RUNTIME_MEMORY_\w+|DATABASE_VEC1_EXTENSION|DASHBOARD_\w+|EXTERNAL_SKILLS\w*|HANDOFF_\w+)$/;

/** Says which settings have no effect, so that nobody believes a typing error was obeyed. */
export function settingNotices(unread: readonly string[], auth: AuthConfig, http: HttpConfig): readonly Notice[] {
  const unknown = unread.filter((name) => !OF_OTHER_VERSIONS.test(name));
  return [
    ...notice(
      "info",
      "Ignored, settings of other server versions",
      unread.filter((name) => OF_OTHER_VERSIONS.test(name)),
    ),
    ...notice("warning", "Ignored, unknown settings; check the spelling", unknown),
    ...(!auth.enabled && auth.tokens.length > 0 ? [TOKEN_WITHOUT_AUTH] : []),
    ...(!auth.enabled && !isLoopbackName(http.host) ? [OPEN_TO_ALL] : []),
  ];
}

const TOKEN_WITHOUT_AUTH: Notice = {
  level: "warning",
  message: `${SERVER_PREFIX}AUTH_ENABLED is false: the configured token is not asked for.`,
};

const OPEN_TO_ALL: Notice = {
  level: "warning",
  message: "There is no authentication: whoever reaches this server may read and write every memory.",
};

function notice(level: Notice["level"], what: string, names: readonly string[]): readonly Notice[] {
  if (names.length === 0) return [];
  return [{ level, message: `${what}: ${names.map((name) => SERVER_PREFIX + name).join(", ")}.` }];
}
