import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareServer, contractOfServer } from '../../generator/tools/contract/contract-of-server.js';
import { listServer } from '../../generator/tools/contract/list-server.js';
import { readContract } from '../../runtime/wire/contract.js';
import { startServer } from '../kit/start-server.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Servers that require a token over HTTP. */
const guarded = new Set(['library']);

const servers = ['birds', 'bookshop', 'conformance', 'greeter', 'knowledge-graph', 'library', 'petstore', 'shop'];

describe.each(servers)('the contract of %s', (server) => {
  const text = readFileSync(path.join(root, 'generated', server, 'contract.json'), 'utf8');
  const contract = readContract(JSON.parse(text));
  const file = path.join(root, 'dist', server, 'server.mjs');

  test.each(guarded.has(server) ? ['stdio'] : ['stdio', 'HTTP'])(
    'is what the server sends over %s, in every protocol version',
    async (transport) => {
      const { signal } = new AbortController();
      const started = transport === 'HTTP' ? startServer(file, ['--http', '0']) : undefined;
      const target = { server: (await started?.listening()) ?? `node ${file}`, headers: new Map(), cwd: root };
      try {
        const listings = await listServer(target, signal);
        expect(await compareServer(contract, listings)).toEqual([]);
        // Also the digest of the whole server, and the text.
        const { codeTools: _notServed, ...served } = contract;
        expect(JSON.stringify(await contractOfServer(listings), null, 2)).toBe(JSON.stringify(served, null, 2));
      } finally {
        started?.child.kill();
        await started?.exited;
      }
    },
  );
});

test('in code mode, the tools of code mode are those of the contract', async () => {
  const contract = readContract(JSON.parse(readFileSync(path.join(root, 'generated/petstore/contract.json'), 'utf8')));
  const server = `node ${path.join(root, 'dist/petstore/server.mjs')} --mode code`;
  const listings = await listServer({ server, headers: new Map(), cwd: root }, new AbortController().signal);
  expect(await compareServer(contract, listings)).toEqual([]);
  expect(listings[0]?.lists.tools).toHaveLength(2);
});
