import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf } from '../auth/protected-bookshop.js';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import { byId, talk } from '../kit/talk.js';
import { modernHeaders } from '../wire/http-kit.js';
import { initialize, modern, request } from '../wire/wire.js';
import { definition as guide, files } from './guide.js';

const definition = `
server: { name: guide, version: 1.0.0, cache: { ttlMs: 60000 } }
auth: { apiKeys: { variable: GUIDE_KEYS }, scopes: { outer: Outer, inner: Inner } }
skills:
  refunds: { folder: ./skills/refunds, scopes: [outer] }
  refunds/inner: { folder: ./skills/refunds/inner, scopes: [inner] }
  acme/billing/triage: { folder: ./skills/triage }
`;

const callers = { nobody: '', outer: 'outer', inner: 'inner', both: 'outer inner' };
const keyOf = (name: string) => `key-of-${name}-0000000000000000000000000000000`;
const keys = Object.entries(callers).map(([name, scopes]) =>
  `${createHash('sha256').update(keyOf(name)).digest('hex')} ${name} ${scopes}`.trim(),
);

test('a file of a skill needs the scopes of all skills that it lies in, and stays out of shared caches', async () => {
  const project = await createProject({ ...files, 'definitions/guide.mcp.yaml': definition });
  const server = startServer(await project.bundle(), ['--http', '0'], { GUIDE_KEYS: keys.join(';') });
  onTestFinished(() => void server.child.kill());
  const url = await addressOf(server);
  const ask = async (name: string, method: string, uri: string) => {
    const message = modern(1, method, { uri });
    const headers = {
      ...(modernHeaders(message) as { [name: string]: string }),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${keyOf(name)}`,
    };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
    const { result } = (await answer.json()) as { result?: { cacheScope?: string } };
    return answer.status === 200 ? (result?.cacheScope ?? 'no hint') : answer.status;
  };
  const names = Object.keys(callers);
  const table = async (method: string, uri: string) => Promise.all(names.map((name) => ask(name, method, uri)));
  for (const method of ['resources/read', 'skills/get']) {
    expect(await table(method, 'skill://refunds/SKILL.md')).toEqual([403, 'private', 403, 'private']);
    expect(await table(method, 'skill://refunds/inner/SKILL.md')).toEqual([403, 403, 403, 'private']);
    expect(await table(method, 'skill://acme/billing/triage/SKILL.md')).toEqual(names.map(() => 'public'));
  }
  expect(await table('resources/read', 'skill://refunds/references/GUIDE.md')).toEqual([
    403,
    'private',
    403,
    'private',
  ]);
  expect(await table('resources/directory/read', 'skill://refunds')).toEqual([403, 'no hint', 403, 'no hint']);
  expect(await table('resources/directory/read', 'skill://refunds/inner')).toEqual([403, 403, 403, 'no hint']);
});

const setup = `import type { Setup } from '../generated/handlers.ts';
export const setup: Setup = (server) => server.resources.disable('skill://refunds/SKILL.md');
`;

const disabling = await createProject({
  ...files,
  'definitions/guide.mcp.yaml': guide.replace(
    'version: 1.0.0,',
    'version: 1.0.0, capabilities: { resources: { subscribe: true } },',
  ),
  'handlers/server.ts': setup,
});
const disablingServer = await disabling.bundle();

test.each(['2025-11-25', '2026-07-28'])('a skill that is disabled is not served in %s', async (revision) => {
  const make = revision === '2026-07-28' ? modern : request;
  const asked = [
    ['skills/list', {}],
    ['resources/list', {}],
    ['skills/get', { uri: 'skill://refunds/SKILL.md' }],
    ['resources/read', { uri: 'skill://refunds/SKILL.md' }],
    ['resources/read', { uri: 'skill://refunds/references/GUIDE.md' }],
    ['resources/directory/read', { uri: 'skill://refunds/references' }],
    ['resources/read', { uri: 'skill://refunds/inner/SKILL.md' }],
  ] as const;
  const { messages } = await talk(disablingServer, [
    ...(make === request ? [initialize(0, revision)] : []),
    ...asked.map(([method, params], index) => make(index + 1, method, params)),
  ]);
  const answers = byId(messages).slice(make === request ? 1 : 0);
  const served = ['skill://refunds/inner/SKILL.md', 'skill://acme/billing/triage/SKILL.md'];
  const uris = (list: readonly { uri: string }[]) => list.map(({ uri }) => uri);
  expect(uris(answers[0]?.result.skills)).toEqual(served);
  expect(uris(answers[1]?.result.resources)).toEqual(served);
  const unknown = make === modern ? -32602 : -32002;
  expect(answers.slice(2, 6).map(({ error }) => error?.code)).toEqual([-32602, unknown, unknown, -32602]);
  expect(answers[6]?.result.contents).toHaveLength(1);
});

test('clients subscribe to files of skills that exist', async () => {
  const uris = ['skill://refunds/inner/SKILL.md', 'skill://acme/billing/triage/SKILL.md', 'skill://refunds/none.md'];
  const { messages } = await talk(disablingServer, [
    initialize(0, '2025-11-25'),
    ...uris.map((uri, index) => request(index + 1, 'resources/subscribe', { uri })),
  ]);
  const [, ...answers] = byId(messages);
  expect(answers.map(({ result, error }) => error?.code ?? result)).toEqual([{}, {}, -32002]);
});
