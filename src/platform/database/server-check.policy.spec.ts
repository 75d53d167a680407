import { requireUsableServer, type ServerVariables } from "./server-check.policy.js";

const SEEKDB = { version: "5.7.25-OceanBase seekdb-v1.4.0.0", version_comment: "OceanBase 4.3.5.3 seekdb (r1.4.0.0)" };
const CLUSTER = { version: "5.7.25-OceanBase_CE-v4.3.5.1", ob_compatibility_mode: "MYSQL" };

describe("requireUsableServer", () => {
  it.each<[string, ServerVariables]>([
    ["the single-node engine", { ...SEEKDB, max_allowed_packet: "16777216" }],
    [
      "a cluster of the proven line",
      { ...CLUSTER, version_comment: "OceanBase_CE 4.3.5.1 (r101000042025031818-bxxxx)" },
    ],
    ["a cluster that tells its release in the version only", CLUSTER],
    ["a later release", { ...CLUSTER, version: "5.7.25-OceanBase-v4.4.0.0" }],
    ["a release with two digits", { ...CLUSTER, version: "5.7.25-OceanBase-v4.10.0.0" }],
    ["the next generation", { ...CLUSTER, version: "8.0.30-OceanBase-v5.0.0.0" }],
    ["a mode in lower case", { ...CLUSTER, ob_compatibility_mode: "mysql" }],
    ["the smallest packet that does", { ...CLUSTER, max_allowed_packet: "4194304" }],
    ["a build that hides its number", { version: "OceanBase" }],
  ])("takes %s", (_, variables) => {
    expect(() => {
      requireUsableServer(variables);
    }).not.toThrow();
  });

  it.each<[string, ServerVariables, string]>([
    ["MySQL", { version: "8.0.36", version_comment: "MySQL Community Server - GPL" }, "is not OceanBase"],
    ["MariaDB", { version: "11.4.2-MariaDB" }, "is not OceanBase"],
    ["nothing known", {}, "is not OceanBase"],
    ["the line before", { ...CLUSTER, version: "5.7.25-OceanBase_CE-v4.3.4.9" }, "older than OceanBase 4.3.5"],
    ["an old generation", { ...CLUSTER, version: "5.7.25-OceanBase-v3.9.9" }, "older than OceanBase 4.3.5"],
    ["an old release in the comment", { ...CLUSTER, version_comment: "OceanBase 4.2.1.8 (r1)" }, "older than"],
    ["the other mode", { ...CLUSTER, ob_compatibility_mode: "ORACLE" }, "not in MySQL mode"],
    ["small packets", { ...CLUSTER, max_allowed_packet: "4194303" }, "packets too small"],
  ])("refuses %s", (_, variables, problem) => {
    expect(() => {
      requireUsableServer(variables);
    }).toThrow(problem);
  });
});
