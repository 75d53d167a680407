import { parseMySqlUrl } from "./mysql-url.js";

const urlOf = (rest: string) => {
  const parsed = parseMySqlUrl(rest);
  return parsed.kind === "url" ? parsed.url : parsed.problem;
};

describe("parseMySqlUrl", () => {
  const host = { host: "db.example", port: 2881 };

  it.each([
    ["root:secret@db.example:2881/memory", { address: host, user: "root", password: "secret", database: "memory" }],
    ["app@team:s@db.example:2881/m?charset=utf8mb4", { address: host, user: "app@team", password: "s", database: "m" }],
    ["app@team#obs:s@db.example:2881/m", { address: host, user: "app@team#obs", password: "s", database: "m" }],
    [
      "app%40team%23obs:p%40s%3As@db.example:2881/m",
      { address: host, user: "app@team#obs", password: "p@s:s", database: "m" },
    ],
    ["app:a/b@c@db.example:2881/m", { address: host, user: "app", password: "a/b@c", database: "m" }],
    ["root@[::1]:2881/m", { address: { host: "::1", port: 2881 }, user: "root", password: "", database: "m" }],
    [
      "root@localhost/test?socketPath=/run/sql.sock",
      { address: { socketPath: "/run/sql.sock" }, user: "root", password: "", database: "test" },
    ],
  ])("reads %s", (rest, url) => {
    expect(urlOf(rest)).toEqual(url);
  });

  it.each([
    ["db.example:2881/m", "names no user"],
    [":secret@db.example:2881/m", "names no user"],
    ["root:s@db.example/m", "names no port"],
    ["root:s@db.example:0/m", "names no port"],
    ["root:s@db.example:65536/m", "names no port"],
    ["root:s@db.example:2881", "names no database"],
    ["root:s@db.example:2881/", "names no database"],
    ["root:s@localhost/m?socketPath=relative.sock", "names no port"],
    ["root:s@db.example:2881/m?charset=latin1", "must use charset=utf8mb4"],
    ["root:s@db.example:2881/m?ssl=true", "has a parameter other than"],
    ["root:%zz@db.example:2881/m", "percent-encoding"],
  ])("refuses %s and repeats nothing of it", (rest, problem) => {
    const answer = urlOf(rest);
    expect(answer).toContain(problem);
    expect(answer).not.toMatch(/secret|db\.example|latin1|zz/);
  });
});
