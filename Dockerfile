# syntax=docker/dockerfile:1
# The decoder package needs glibc, so no Alpine.
FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV CI=true
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Builds the measuring module and the pages, and stops before serving.
RUN node scripts/run.mjs build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
# The last as scripts/run.mjs sets it.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2
RUN mkdir /data /backups && chown node:node /data /backups
COPY --from=build --chown=node:node /app/package.json ./
COPY --from=build --chown=node:node /app/node_modules ./node_modules
COPY --from=build --chown=node:node /app/build ./build
COPY --from=build --chown=node:node /app/src ./src
COPY --from=build --chown=node:node /app/cli ./cli
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch('http://localhost:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--min-semi-space-size=32", "--external-memory-accounted-in-global-limit", "src/app/server/main.ts"]
