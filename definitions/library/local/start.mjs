// Starts the library and its local servers: node local/start.mjs [--port 3000] [--auth-port 9000]
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

/** Random for each start, because all three servers start together. */
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

/** Starts the MCP server, and forwards its output. Returns its URL once it listens; `undefined` if it exits before that. */
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

/** Registers a server to be closed on shutdown; closes it immediately if shutdown has started. */
function keep(started) {
  if (isEnding) started.close();
  else running.push(started);
  return started;
}

/** Shuts everything down. The first reason determines the exit code. */
function end(code) {
  process.exitCode ??= code;
  isEnding = true;
  for (const each of running.splice(0).toReversed()) each.close();
}

/** Returns the path of this folder relative to the working directory. */
function folderOfScripts() {
  return path.relative('.', import.meta.dirname).replaceAll(path.sep, '/');
}
