import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectSocket, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { openClient, sessionOf } from './official.mjs';

/**
 * Talks to a proxy that serves stdio.
 *
 * @param {'v1' | 'v2'} sdk
 * @param {readonly string[]} args program and arguments for Node
 * @param {import('../drive.mjs').Answer} answer
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function connectByStdio(sdk, args, answer, env = {}) {
  const command = process.execPath;
  return sessionOf(await openClient(sdk, { command, args, env: { PATH: process.env.PATH, ...env } }, answer));
}

/**
 * Starts a proxy that serves HTTP, and talks to it.
 *
 * @param {'v1' | 'v2'} sdk
 * @param {(port: string) => readonly string[]} argsFor program and arguments for Node
 * @param {import('../drive.mjs').Answer} answer
 */
export async function connectByHttp(sdk, argsFor, answer) {
  const port = await findFreePort();
  const child = spawn(process.execPath, argsFor(String(port)), { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (told += chunk));
  const closed = once(child, 'close');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${told}`);
    await setTimeout(50);
  }
  const client = await openClient(sdk, { url: `http://127.0.0.1:${port}/mcp` }, answer);
  return sessionOf(client, async () => {
    child.kill('SIGTERM');
    await closed;
  });
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1');
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
