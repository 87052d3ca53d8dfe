import { afterAll, expect, test } from 'vitest';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { readText } from './code-kit.js';

const project = await createProject({
  'definitions/aquarium.mcp.yaml': `server: { name: aquarium, version: 1.0.0, mode: code }
tools:
  feed: { description: Feeds an animal., inputSchema: { type: object, properties: { meal: { $ref: '#/$defs/Meal' } }, $defs: { Meal: { type: string, enum: [herring, kelp] } } } }
  clean: { description: Cleans a pool., inputSchema: { type: object, properties: { lagoon: { type: string, description: Inhabited by the walrus. } } } }
`,
});
const asked = await askServer(await project.bundle(), { carrier: 'stdio', revision: '2026-07-28' });

afterAll(() => asked.close());

test.each([
  ['names of arguments', 'lagoon', 'clean'],
  ['descriptions of arguments', 'walrus', 'clean'],
  ['values of arguments', 'herring', 'feed'],
])("a server's own tools are found by %s", async (_title, query, name) => {
  expect(readText(await asked.call('search_api', { query })).text).toContain(`  ${name}(`);
});
