# The server as an image. Built by Docker's classic builder and by BuildKit alike, for that nothing newer than COPY --from is used.
#
# Behind a registry or a certificate authority of your own, name images that know them: the first stage is the only one that
# downloads. NPM_CONFIG_REGISTRY is used while packages are installed and is in no layer of the result.
ARG NODE_IMAGE=node:24-bookworm-slim
# What Node's slim image stands on. npm, yarn and the headers stay behind, and with them 25 MB.
ARG RUNTIME_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --ignore-scripts
# The SQLite driver: a prebuilt file where one is to be had, else compiled with the headers of this very Node.
ENV npm_config_nodedir=/usr/local
RUN (cd node_modules/sqlite3 && npx --no-install prebuild-install --runtime napi) || ( \
    apt-get update && apt-get install --yes --no-install-recommends g++ make python3 \
    && rm -rf /var/lib/apt/lists/* && npm rebuild sqlite3 )
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY scripts/build-client.mjs scripts/
COPY src src
RUN npm run build && npm prune --omit=dev --no-audit --no-fund
# What nothing runs: types, maps, sources, and what only builds.
RUN find dist node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) -delete \
  && rm -rf node_modules/typescript node_modules/@types node_modules/node-gyp node_modules/typeorm/browser \
    node_modules/rxjs/src node_modules/zod/src node_modules/es-toolkit/dist/umd node_modules/es-toolkit/dist/browser* \
    node_modules/sqlite3/deps node_modules/sqlite3/src node_modules/sqlite3/build/Makefile node_modules/sqlite3/build/deps \
  && find node_modules/sqlite3/build -type f ! -name '*.node' -delete

FROM ${RUNTIME_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN useradd --uid 1000 --no-create-home --home-dir /data --shell /usr/sbin/nologin powercontext \
  && install --directory --owner=powercontext --group=powercontext /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY openapi openapi
COPY migrations migrations
COPY deploy/backup-sqlite.mjs deploy/check-settings.mjs deploy/database-user.mjs deploy/restore-sqlite.sh deploy/
# As `npm start` sets it: the SQLite driver does its work on these threads.
ENV NODE_ENV=production \
  UV_THREADPOOL_SIZE=8 \
  POWERCONTEXT_HOME=/data \
  POWERCONTEXT_SERVER_HTTP_HOST=0.0.0.0 \
  POWERCONTEXT_SERVER_LOGGING_FORMAT=json
USER 1000:1000
VOLUME /data
EXPOSE 8000
# Alive, not ready: some orchestrators end what is unhealthy, and a new process mends no database that is down.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.POWERCONTEXT_SERVER_HTTP_PORT || 8000}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/main.js"]
