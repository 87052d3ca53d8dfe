import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';

/** More than the queue of Node's default has room for. */
const count = 700;

test.runIf(process.platform === 'linux')('connections wait in a long queue while the server is busy', async () => {
  const project = await createProject({
    'definitions/busy.mcp.yaml': `
server: { name: busy, version: 1.0.0 }
tools: { block: { description: Blocks the process until a file exists. } }
`,
    'handlers/tools/block.ts': `
import { existsSync, writeFileSync } from 'node:fs';
import type { Block } from '../../generated/handlers.ts';

export const block: Block = () => {
  writeFileSync(process.env['BEGUN'] ?? '', '');
  while (!existsSync(process.env['END'] ?? '')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  return 'done';
};
`,
  });
  const [begun, end] = ['begun', 'end'].map((name) => path.join(project.folder, name)) as [string, string];
  const server = startServer(await project.bundle(), ['--http', '0'], { BEGUN: begun, END: end });
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.exited;
  });
  const url = new URL(await server.listening());
  const version = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const answer = fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': version,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'block',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'block', arguments: {}, _meta },
    }),
  });
  await expect.poll(() => existsSync(begun)).toBe(true);
  const sockets = Array.from({ length: count }, () => connect(Number(url.port), url.hostname));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  writeFileSync(end, '');
  expect((await answer).status).toBe(200);
});
