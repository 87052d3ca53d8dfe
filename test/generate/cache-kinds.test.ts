import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { byId, talk } from '../kit/talk.js';
import { modern } from '../wire/wire.js';

test('each list may be cached for a time of its own, and others as the server says', async () => {
  const project = await createProject({
    'definitions/a.mcp.yaml': `server:
  name: a
  version: 1.0.0
  cache: { ttlMs: 1000, tools: { ttlMs: 60000 }, resourceTemplates: { scope: private }, discover: { ttlMs: 5 } }
resources:
  x://a: { name: a, text: t }
resourceTemplates:
  x://{b}: { name: b }
tools:
  t: { description: Does it. }
`,
  });
  const methods = ['server/discover', 'tools/list', 'resources/list', 'resources/templates/list', 'resources/read'];
  const { messages } = await talk(
    await project.bundle(),
    methods.map((method, id) => modern(id, method, { uri: 'x://a' })),
  );
  expect(byId(messages).map(({ result }) => [result.ttlMs, result.cacheScope])).toEqual([
    [5, 'public'],
    [60_000, 'public'],
    [1000, 'public'],
    [1000, 'private'],
    [1000, 'public'],
  ]);
});
