import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

/** Answers that are wrong, in the place of the stub of each of these handlers, and the one error of the compiler. */
const answers: readonly (readonly [file: string, answer: string, error: RegExp])[] = [
  [
    'prompts/type.ts',
    `[{ role: 'user', content: { type: 'txt', text: 'x' } }]`,
    /type\.ts\(6,38\): error TS2820: .*"txt"/u,
  ],
  ['prompts/field.ts', `[{ role: 'user', content: { type: 'text', texxt: '' } }]`, /field\.ts.* TS2561: .*'texxt'/u],
  [
    'prompts/more.ts',
    `[{ role: 'user', content: { type: 'text', text: '', data: '' } }]`,
    /more\.ts.* TS2353: .*'data'/u,
  ],
  ['prompts/role.ts', `[{ role: 'usr', content: 'x' }]`, /role\.ts.* TS2820: .*"usr"/u],
  ['resources/b.ts', `{ txt: 'x' }`, /b\.ts.* TS2353: .*'txt'/u],
];

test('a wrong answer of a prompt or a resource is one type error where it stands', async () => {
  const prompts = ['type', 'field', 'more', 'role'].map((name) => `  ${name}: { description: Asks. }\n`);
  const project = await createProject({
    'definitions/a.mcp.yaml': `server: { name: s, version: 1.0.0 }\nprompts:\n${prompts.join('')}resources: { 'a://b': { name: b } }\n`,
  });
  for (const [file, answer] of answers) {
    const handler = path.join(project.folder, 'handlers', file);
    const stub = await readFile(handler, 'utf8');
    await writeFile(handler, stub.replace(/return notImplemented.*/u, `return ${answer};`));
  }
  const errors = (await typeCheck(project.folder)).split('\n').filter((line) => line.includes('error TS'));
  expect(errors).toHaveLength(answers.length);
  for (const [, , error] of answers) expect(errors).toContainEqual(expect.stringMatching(error));
});
