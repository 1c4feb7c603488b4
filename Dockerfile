# The image of an Earshot host: docs/hosting.md, "In a container".
#
#   docker build -t earshot .
#
# BASE_IMAGE is any Debian or Ubuntu with Node and npm.
ARG BASE_IMAGE=node:22-bookworm-slim

# The build runs on the builder's own processor: its files are the same for all.
FROM --platform=$BUILDPLATFORM ${BASE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY rollup/package.json rollup/
COPY server/package.json server/
COPY site/package.json site/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs site player server styles playground widgets \
 && find build -name '*.map' -delete

# The packages that a server needs: without the tools of the build, and without code that only browsers run.
FROM ${BASE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY site/package.json site/
RUN npm pkg set --json 'workspaces=["server","site"]' \
 && npm ci --omit=dev --no-audit --no-fund \
 && rm -r node_modules/hls.js node_modules/pusher-js node_modules/tus-js-client \
    node_modules/react-dom/cjs/react-dom-client.* node_modules/react-dom/cjs/react-dom-profiling.* \
    node_modules/@ip-location-db/*/*-ipv4.mmdb node_modules/@ip-location-db/*/*-ipv6.mmdb \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

# The base without package managers and documents, and with the user of the server.
FROM ${BASE_IMAGE} AS system
RUN echo 'earshot:x:10001:10001:Earshot:/data:/usr/sbin/nologin' >>/etc/passwd \
 && echo 'earshot:x:10001:' >>/etc/group \
 && mkdir -m 0700 /data /backups && chown 10001:10001 /data /backups \
 && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn* /opt/yarn* /usr/local/include /usr/include /usr/local/share/doc /usr/local/share/man \
    /usr/share/doc/* /usr/share/info /usr/share/locale /usr/share/man /var/cache/apt/* /var/lib/apt/lists/* /var/log/* /tmp/*

FROM scratch
COPY --from=system / /
COPY --from=packages /app/node_modules /app/node_modules
COPY package.json LICENSE CHANGELOG.md /app/
COPY docs/*.md docs/llms.txt /app/docs/
COPY scripts/build.mjs scripts/healthcheck.mjs scripts/start.mjs /app/scripts/
COPY server/package.json /app/server/
COPY server/samples /app/server/samples
COPY site/package.json /app/site/
COPY --from=build /app/build /app/build

ARG VERSION=0.2.0
ARG REVISION=
LABEL org.opencontainers.image.title="Earshot" \
      org.opencontainers.image.description="A self-hosted podcast platform" \
      org.opencontainers.image.url="https://earshot.example" \
      org.opencontainers.image.source="https://code.earshot.example/earshot.git" \
      org.opencontainers.image.documentation="https://code.earshot.example/earshot/src/docs/hosting.md" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_ENV=production \
    DATA_DIR=/data
WORKDIR /app
USER earshot
VOLUME ["/data"]
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
# Node receives the signals itself: it is the first process.
ENTRYPOINT ["node", "scripts/start.mjs"]
