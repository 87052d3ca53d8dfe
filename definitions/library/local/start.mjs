// Starts the library with all that it needs, on this machine: node local/start.mjs [--port 3000] [--auth-port 9000]
// [--api-port 9100] [--opaque] [--server dist/server.mjs]
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startAuthorizationServer } from './authorization-server.mjs';
import { startCatalogue } from './catalogue.mjs';
import { printGuide } from './print-guide.mjs';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '3000' },
    'auth-port': { type: 'string', default: '9000' },
    'api-port': { type: 'string', default: '9100' },
    opaque: { type: 'boolean', default: false },
    server: { type: 'string', default: 'dist/server.mjs' },
  },
});

/** New with each start: the three programs are started together. */
const client = { id: 'library', secret: randomBytes(32).toString('hex') };

/** Resource name of the catalog in `library.mcp.yaml`, for token requests. */
const audience = 'catalogue';

let resource = '';
let isEnding = false;
/** Running servers, stopped in reverse order. */
const running = [];

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0));
try {
  const issuer = keep(
    await startAuthorizationServer({
      port: Number(options['auth-port']),
      client,
      resource: () => resource,
      audience,
      isOpaque: options.opaque,
    }),
  );
  const catalogue = keep(await startCatalogue({ port: Number(options['api-port']), issuer: issuer.url, audience }));
  resource = (await startServer(issuer.url, catalogue.url)) ?? '';
  if (resource !== '') {
    printGuide({ endpoint: resource, issuer: issuer.url, catalogue: catalogue.url, folder: folderOfScripts() });
  }
} catch (error) {
  console.error(error.message);
  end(1);
}

/** Starts the MCP server, and passes on what it reports. Returns its address once it listens, `undefined` when it ends before. */
function startServer(issuer, catalogue) {
  const child = spawn(process.execPath, [options.server, '--http', options.port], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      ...process.env,
      LIBRARY_ISSUER: issuer,
      LIBRARY_CLIENT_ID: client.id,
      LIBRARY_CLIENT_SECRET: client.secret,
      LIBRARY__CATALOGUE__BASE_URL: catalogue,
    },
  });
  keep({ close: () => child.kill() });
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      end(code ?? 1);
      resolve(undefined);
    });
    createInterface(child.stderr).on('line', (line) => {
      const [, url] = /^Listening on (\S+)$/u.exec(line) ?? [];
      if (url === undefined) console.error(line);
      else resolve(url);
    });
  });
}

/** Has something end with everything else, at once when that ends already. */
function keep(started) {
  if (isEnding) started.close();
  else running.push(started);
  return started;
}

/** Ends everything. The first reason decides the exit code. */
function end(code) {
  process.exitCode ??= code;
  isEnding = true;
  for (const each of running.splice(0).toReversed()) each.close();
}

/** Path of this folder for a shell that is where this program was started. */
function folderOfScripts() {
  return path.relative('.', import.meta.dirname).replaceAll(path.sep, '/');
}
