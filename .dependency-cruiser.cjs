// The edges of the house (CONTRIBUTING.md, "Rooms"). test/architecture/edges.spec.ts seeds a violation of every rule here
// and fails when one is not caught, so a new rule needs a new seed.

/** Lowest first: each feature may use those before it, never those after. */
const FEATURES = ["source", "search", "memory", "experience", "context", "mcp"];
const ANY_FEATURE = `(?:${FEATURES.join("|")})`;

const SPEC = "\\.spec\\.ts$";
const MODULE = "\\.module\\.ts$";
const COMPOSITION_ROOT = "^src/(?:main|migrate|reindex|verify|app[^/]*)\\.ts$";
const DRIVERS = "(?:^|node_modules/)(?:typeorm|sqlite3|better-sqlite3|sqlite-vec|mysql2)(?:/|$)|^(?:node:)?sqlite$";
const NEST = "(?:^|node_modules/)@nestjs/";

/** Specs may use what they test and test tools: every other rule speaks about product code. */
const productCode = (path) => ({ path, pathNot: SPEC });
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const featureOrder = FEATURES.slice(0, -1).map((feature, index) =>
  forbid(
    `feature-order-${feature}`,
    `${feature} is below ${FEATURES.slice(index + 1).join(", ")} and knows none of them.`,
    { path: `^src/${feature}/` },
    { path: `^src/(?:${FEATURES.slice(index + 1).join("|")})/` },
  ),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid("no-cycles", "A cycle has no lowest file to start reading from.", {}, { circular: true }),
    forbid("resolvable", "Every import leads somewhere.", productCode("^src/"), { couldNotResolve: true }),
    forbid("production-dependencies", "src runs without devDependencies.", productCode("^src/"), {
      dependencyTypes: ["npm-dev"],
      dependencyTypesNot: ["type-only"],
    }),

    forbid(
      "kernel-imports-itself",
      "The kernel knows no feature, no framework and no I/O.",
      productCode("^src/kernel/"),
      { pathNot: ["^src/kernel/", "^(?:node:)?crypto$", "(?:^|node_modules/)canonicalize(?:/|$)"] },
    ),
    forbid(
      "domain-imports-domain-and-kernel",
      "A decision is made from values alone.",
      productCode("^src/([^/]+)/domain/"),
      { pathNot: ["^src/$1/domain/", "^src/kernel/"] },
    ),
    forbid(
      "ports-speak-domain",
      "A port is said in words of the domain, its own or a lower feature's, so that any adapter can keep its promise.",
      productCode("^src/([^/]+)/ports/"),
      { pathNot: ["^src/$1/(?:domain|ports)/", "^src/kernel/", `^src/${ANY_FEATURE}/index\\.ts$`] },
    ),
    forbid(
      "ports-take-types-from-doors",
      "Of a lower feature a port may name types; behind the door are modules and services.",
      productCode("^src/([^/]+)/ports/"),
      { path: `^src/${ANY_FEATURE}/index\\.ts$`, dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "service-knows-no-edge",
      "A use case orders steps; how they arrive, are stored or are configured is told to it. health probes what is below.",
      productCode("^src/(?!health/|platform/)[^/]+/[^/]+\\.service\\.ts$"),
      { path: ["^src/[^/]+/(?:adapters|http)/", "^src/platform/"] },
    ),
    forbid(
      "http-talks-to-the-service",
      "A controller asks its service and maps the answer.",
      productCode("^src/(?!platform/)[^/]+/http/"),
      { path: ["^src/[^/]+/(?:ports|adapters)/", "^src/platform/(?!http/|telemetry/)"] },
    ),
    forbid(
      "adapters-named-in-modules",
      "Only a module chooses an adapter.",
      { path: "^src/", pathNot: [SPEC, MODULE, COMPOSITION_ROOT, "/adapters/"] },
      { path: "^src/[^/]+/adapters/" },
    ),
    forbid(
      "sqlite-knows-no-oceanbase",
      "What differs between the databases lies side by side and never meets.",
      { path: "\\.sqlite\\.ts$" },
      { path: "\\.oceanbase\\.ts$" },
    ),
    forbid(
      "oceanbase-knows-no-sqlite",
      "What differs between the databases lies side by side and never meets.",
      { path: "\\.oceanbase\\.ts$" },
      { path: "\\.sqlite\\.ts$" },
    ),
    forbid(
      "drivers-behind-ports",
      "Exchanging a driver is work in one room.",
      { path: "^src/", pathNot: [SPEC, "^src/[^/]+/adapters/", "^src/platform/database/"] },
      { path: DRIVERS },
    ),
    forbid(
      "no-nest-in-the-core",
      "Kernel, domain and ports outlive the framework.",
      productCode("^src/(?:kernel/|[^/]+/(?:domain|ports)/)"),
      { path: NEST },
    ),
    forbid(
      "adapters-know-injectable-only",
      "An adapter takes @Injectable from Nest (ESLint refuses the other names) and nothing else.",
      productCode("^src/[^/]+/adapters/"),
      { path: NEST, pathNot: "(?:^|node_modules/)@nestjs/common(?:/|$)" },
    ),

    forbid(
      "feature-door",
      "Another feature is entered through its index.ts.",
      { path: "^src/([^/]+)/", pathNot: SPEC },
      { path: `^src/${ANY_FEATURE}/(?!index\\.ts$)`, pathNot: "^src/$1/" },
    ),
    ...featureOrder,
    forbid(
      "platform-below-features",
      "Technology knows no feature.",
      { path: "^src/platform/" },
      { path: `^src/${ANY_FEATURE}/` },
    ),
    forbid(
      "nothing-imports-the-top",
      "health, cli and the composition root are above everything.",
      { path: "^src/", pathNot: [SPEC, "^src/(?:health|cli)/", COMPOSITION_ROOT] },
      { path: ["^src/(?:health|cli)/", COMPOSITION_ROOT] },
    ),

    forbid("src-never-imports-test", "The product runs without its tests.", productCode("^src/"), {
      path: "^(?:test|bench)/",
    }),
    forbid(
      "client-imports-no-server",
      "The client speaks the wire only, and runs where there is no Node and no node_modules.",
      productCode("^src/client/"),
      {
        pathNot: "^src/client/",
      },
    ),
    forbid(
      "integrations-import-no-server",
      "Hooks speak the wire only; which scope a checkout has they say as the command line does.",
      { path: "^integrations/" },
      {
        path: "^src/(?!checkout/)",
      },
    ),
    forbid(
      "checkout-imports-itself",
      "A hook is bundled from it: it needs Node and nothing else.",
      productCode("^src/checkout/"),
      { pathNot: "^src/checkout/", dependencyTypesNot: ["core"] },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^dist/" },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".mjs", ".cjs", ".json"],
      conditionNames: ["import", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
