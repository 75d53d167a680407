const { availableParallelism } = require("node:os");

// Jest runs in CommonJS mode: some dependencies are CommonJS and require ESM packages, which Jest cannot do on Node 20.
// swc turns our sources and the packages below, which are ESM or import some when they run, into CommonJS on the fly.
const esmPackages = [
  "@nestjs",
  "file-type",
  "strtok3",
  "token-types",
  "uint8array-extras",
  "@tokenizer",
  "load-esm",
  "cookie",
  "canonicalize",
  "content-disposition",
  "otlp-exporter-base",
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: "node",
  // Generous, because it only ends what hangs: machines are shared and slow at times.
  testTimeout: 60_000,
  // Jest's own choice is one less than there are cores, and on two of them most of the time is spent waiting.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  roots: ["<rootDir>/src", "<rootDir>/test", "<rootDir>/integrations"],
  testMatch: ["**/*.spec.ts"],
  // What needs the engine: see jest.oceanbase.config.cjs.
  testPathIgnorePatterns: ["/node_modules/", "oceanbase[^/]*\\.spec\\.ts$"],
  moduleNameMapper: {
    "^(\\.{1,2}/.*)\\.js$": "$1",
    "^canonicalize$": "<rootDir>/node_modules/canonicalize/lib/canonicalize.js",
  },
  transform: {
    "^.+\\.[cm]?[tj]s$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: "es2022",
          keepClassNames: true,
        },
        module: { type: "commonjs" },
      },
    ],
  },
  transformIgnorePatterns: [`node_modules/(?!.*(${esmPackages.join("|")})/)`],
};
