// Every suite that has a database, on the engine of POWERCONTEXT_TEST_DATABASE_URL (`npm run test:oceanbase`). Left out is what
// has none or does not depend on which, and what is about a SQLite file: its connections, its schema, its locks, its disk.
const base = require("./jest.config.cjs");

/** @type {import('jest').Config} */
module.exports = {
  ...base,
  globalSetup: "<rootDir>/test/support/engine-setup.cjs",
  roots: ["<rootDir>/test"],
  testPathIgnorePatterns: [
    "/node_modules/",
    "/test/architecture/",
    "/test/race/chaos/",
    "/test/contract/(?!fuzz|live)",
    "/test/(?:cli|docs|hooks)/",
    "/test/client/(?!operations)",
    "/test/mcp/(?!calls|sessions)",
    "/test/soak/",
    "/adapters/openai-",
    "/e2e/(?:edges/guards|descriptor-limit|traces/process)",
    "sqlite[^/]*\\.spec\\.ts$",
    "/race/(?:full-disk|locked-file|crash|start-together|two-processes)\\.spec\\.ts$",
    "/e2e/(?:startup|shutdown-under-load)\\.spec\\.ts$",
    "/e2e/(?:cases/lost-index|stories/prepared-packs)\\.spec\\.ts$",
  ],
};
