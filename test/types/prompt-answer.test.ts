import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const definition = `
server: { name: s, version: 1.0.0 }
prompts: { ask: { description: Asks. } }
resources: { 'a://b': { name: b } }
`;

test.each([
  [
    'a misspelt type',
    'prompts/ask.ts',
    `[{ role: 'user', content: { type: 'txt', text: 'x' } }]`,
    /\(6,38\): error TS2820: .*"txt"/u,
  ],
  [
    'a misspelt field',
    'prompts/ask.ts',
    `[{ role: 'user', content: { type: 'text', texxt: '' } }]`,
    /TS2561: .*'texxt'/u,
  ],
  [
    'a field too many',
    'prompts/ask.ts',
    `[{ role: 'user', content: { type: 'text', text: '', data: '' } }]`,
    /TS2353: .*'data'/u,
  ],
  ['a misspelt role', 'prompts/ask.ts', `[{ role: 'usr', content: 'x' }]`, /TS2820: .*"usr"/u],
  ['a misspelt field', 'resources/b.ts', `{ txt: 'x' }`, /TS2353: .*'txt'/u],
])('%s in %s is one type error where it stands', async (_, file, answer, error) => {
  const project = await createProject({ 'definitions/a.mcp.yaml': definition });
  const handler = path.join(project.folder, 'handlers', file);
  const stub = await readFile(handler, 'utf8');
  await writeFile(handler, stub.replace(/return notImplemented.*/u, `return ${answer};`));
  const errors = (await typeCheck(project.folder)).split('\n').filter((line) => line.includes('error TS'));
  expect(errors).toEqual([expect.stringMatching(error)]);
});
