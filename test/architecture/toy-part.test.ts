import { onTestFinished, expect, test, vi } from 'vitest';
import type { PartRow, PartSource } from '../../runtime/core/service/part.js';
import { loadOf } from '../../runtime/core/service/part.js';
import { parts as rows } from '../../runtime/parts.js';
import type { Service } from '../../runtime/core/service/service.js';
import { openOverHttp } from '../kit/open-service.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { modern } from '../wire/wire.js';

/** Row of a part that exists in this file only: no other file knows of it. */
const row: PartRow<Service> = {
  name: 'toy',
  methods: { 'toy/recite': { servedBy: 'part' } },
  extensions: () => ({ 'example.com/toy': {} }),
  hasMounts: true,
  hasResources: true,
  load: ({ parts }) => loadOf(parts?.['toy']),
};

const toy: PartSource<Service> = {
  open: () => ({
    serve: {
      'toy/recite': ({ times }) => ({ members: `"motto":${JSON.stringify('Slowly. '.repeat(Number(times)))}` }),
    },
    findResource: (uri) =>
      uri === 'toy://motto'
        ? { entries: [], read: () => ({ uri, mimeType: 'text/plain', text: 'Slowly.' }) }
        : undefined,
  }),
  mount: ({ environment }) => [
    {
      paths: ['/toy'],
      after: 'host',
      find: (_request, path) =>
        path === '/toy' ? () => ({ status: 200, headers: {}, body: environment['TOY_MOTTO'] ?? 'none' }) : undefined,
    },
  ],
};

async function open(parts: object): Promise<string> {
  const { definition, handlers } = makeBusyServer();
  const capabilities = { ...definition.capabilities, resources: true };
  const subject = { definition: { ...definition, capabilities, parts: { ...definition.parts, ...parts } }, handlers };
  const { serving } = await openOverHttp(subject, {}, { port: 0 }, { platform: { parts: [...rows, row] } });
  onTestFinished(async () => {
    serving.stop();
    await serving.finished;
  });
  return serving.url;
}

async function ask(url: string, method: string, params: object): Promise<unknown> {
  const name = (params as { uri?: string }).uri;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(name !== undefined && { 'Mcp-Name': name }),
    },
    body: JSON.stringify(modern(1, method, params)),
  });
  return response.json();
}

test('a part of one file has a method, a resource, a path and an extension', async () => {
  vi.stubEnv('TOY_MOTTO', 'Better late');
  const url = await open({ toy: async () => toy });
  expect(await ask(url, 'toy/recite', { times: 2 })).toMatchObject({ result: { motto: 'Slowly. Slowly. ' } });
  expect(await ask(url, 'resources/read', { uri: 'toy://motto' })).toMatchObject({
    result: { contents: [{ uri: 'toy://motto', text: 'Slowly.' }] },
  });
  expect(await ask(url, 'server/discover', {})).toMatchObject({
    result: { capabilities: { extensions: { 'example.com/toy': {} } } },
  });
  expect(await (await fetch(new URL('/toy', url))).text()).toBe('Better late');
});

test('a server without the part has none of it', async () => {
  const url = await open({});
  expect(await ask(url, 'toy/recite', { times: 1 })).toMatchObject({ error: { code: -32601 } });
  expect((await fetch(new URL('/toy', url))).status).toBe(404);
});
