/** Base image of all stages: the oldest Node LTS version that runs servers without a build. */
const base = 'node:22-slim';

/** Port of the server in an image that serves HTTP. */
export const imagePort = 8080;

/**
 * Prints the Dockerfile of a project, which installs, builds, and keeps only `dist/`. With `isVendored`, npm needs the
 * folder `vendor`.
 */
export function printProjectDockerfile(isVendored: boolean): string {
  return `FROM ${base} AS build
WORKDIR /app
COPY package.json package-lock.json* ./
${isVendored ? 'COPY vendor vendor\n' : ''}RUN if [ -f package-lock.json ]; then npm ci; else npm install; fi
COPY . .
RUN npm run build
# Only a server with packages that cannot be bundled has this file.
RUN if [ -f dist/package.json ]; then [ ! -f package-lock.json ] || cp package-lock.json dist; npm install --omit=dev --prefix dist; fi

${printServerStages(['COPY --from=build /app/dist dist'])}`;
}

/**
 * Prints the Dockerfile of a server that is already built in the folder `dist`.
 *
 * @param hasPackages Whether a `package.json` next to `dist` lists packages that the server needs.
 * @param registryName Name in the MCP registry, which only accepts images with this name as a label.
 */
export function printBuiltDockerfile(hasPackages: boolean, registryName: string | undefined): string {
  const label =
    registryName === undefined ? [] : [`LABEL io.modelcontextprotocol.server.name=${JSON.stringify(registryName)}`];
  if (!hasPackages) return printServerStages([...label, 'COPY dist dist']);
  return `FROM ${base} AS packages
WORKDIR /app
COPY package.json ./
RUN npm install --omit=dev --no-audit --no-fund

${printServerStages([...label, 'COPY --from=packages /app/node_modules node_modules', 'COPY dist dist'])}`;
}

/** Prints the stages `http` and, as the default, `stdio`. A health check would report a stdio server as unhealthy. */
function printServerStages(instructions: readonly string[]): string {
  return `FROM ${base} AS server
ENV NODE_ENV=production
WORKDIR /app
${instructions.join('\n')}
USER node
ENTRYPOINT ["node", "dist/server.mjs"]

# Streamable HTTP: docker build --target http
FROM server AS http
EXPOSE ${imagePort}
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:${imagePort}/healthz').then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))"]
CMD ["--http", "${imagePort}", "--host", "0.0.0.0"]

# stdio
FROM server AS stdio
`;
}
