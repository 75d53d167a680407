/** A TCP address or a Unix socket. */
export type DatabaseAddress = { readonly host: string; readonly port: number } | { readonly socketPath: string };

export interface MySqlUrl {
  readonly address: DatabaseAddress;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export type ParsedMySqlUrl =
  { readonly kind: "url"; readonly url: MySqlUrl } | { readonly kind: "refused"; readonly problem: string };

export const MYSQL_FORM = "mysql://user@tenant:password@host:port/database";

/**
 * `mysql://user:password@host:port/database?charset=utf8mb4`, or with `?socketPath=/abs/sql.sock` in place of the port. The
 * user may be `user@tenant` or `user@tenant#cluster`, raw or percent-encoded, which no general URL parser takes.
 */
export function parseMySqlUrl(rest: string): ParsedMySqlUrl {
  const [location, query] = splitOnce(rest, "?");
  const at = location.lastIndexOf("@");
  const [user, password] = splitOnce(location.slice(0, Math.max(at, 0)), ":");
  const [authority, database] = splitOnce(location.slice(at + 1), "/");
  if (user === "") return refused(`names no user: write ${MYSQL_FORM}`);
  if (database === "") return refused(`names no database: write ${MYSQL_FORM}`);
  const parameters = new URLSearchParams(query);
  const problem = parameterProblem(parameters);
  if (problem !== undefined) return refused(problem);
  const address = addressOf(authority, parameters.get("socketPath"));
  if (address === undefined) return refused(`names no port (or socketPath): write ${MYSQL_FORM}`);
  return decoded({ address, user, password, database });
}

function parameterProblem(parameters: URLSearchParams): string | undefined {
  const isUnknown = [...parameters.keys()].some((name) => name !== "charset" && name !== "socketPath");
  if (isUnknown) return "has a parameter other than charset and socketPath";
  const charset = parameters.get("charset")?.toLowerCase() ?? "utf8mb4";
  return charset === "utf8mb4" ? undefined : "must use charset=utf8mb4";
}

function addressOf(authority: string, socketPath: string | null): DatabaseAddress | undefined {
  if (socketPath !== null) return socketPath.startsWith("/") ? { socketPath } : undefined;
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(authority);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

function decoded({ address, user, password, database }: MySqlUrl): ParsedMySqlUrl {
  try {
    const url = {
      address,
      user: decodeURIComponent(user),
      password: decodeURIComponent(password),
      database: decodeURIComponent(database),
    };
    return { kind: "url", url };
  } catch {
    return refused("has a % that is not part of a percent-encoding; write a percent sign as %25");
  }
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

function refused(problem: string): ParsedMySqlUrl {
  return { kind: "refused", problem };
}
