import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';

const server = {
  'definitions/server.mcp.yaml': 'server: { name: office, version: 1.0.0 }\nlint: { lint-same-description: off }\n',
};
const visit = 'PARAM day AS date DESCRIPTION "Which day"\nDESCRIPTION "Books a visit"\nSAVE "visits", day\n';
const compiled = JSON.stringify({
  name: 'book-visit',
  description: 'Books a visit',
  input_schema: { type: 'object', properties: {}, required: [] },
});

function run(cwd: string, ...argv: readonly string[]) {
  return runInMemory(argv, { cwd });
}

function readGenerated(cwd: string, file: string): string {
  return readFileSync(path.join(cwd, 'generated', file), 'utf8');
}

test('of a folder of BotServer, what is a tool is read, and what is skipped is named', async () => {
  const cwd = makeFolder({
    ...server,
    'definitions/start.bas': 'TALK "Welcome"\n',
    'definitions/book-visit.bas': visit,
    'definitions/book-visit.mcp.json': compiled,
    'definitions/count.mcp.json': compiled.replace('book-visit', 'count'),
  });
  const { exitCode, out, error } = await run(cwd, 'generate');
  expect(error.match(/^\S+ (?:warning|error) .*/gmu)).toEqual([
    'definitions/book-visit.mcp.json:1:1 warning skipped-script: This is the compiled form of definitions/book-visit.bas. It is skipped, because the script itself is read.',
    'definitions/start.bas:1:1 warning skipped-script: This script is skipped: it is not a tool, because it has neither `PARAM` nor `DESCRIPTION`.',
  ]);
  expect(exitCode).toBe(0);
  expect(out).toContain('Generated 2 tools');
});

test('a changed script changes the plan in an untouched stub, and is told of a touched one', async () => {
  const cwd = makeFolder({ ...server, 'definitions/book-visit.bas': visit, 'definitions/other.bas': visit });
  await run(cwd, 'generate');
  const [stub, touched] = ['handlers/tools/book-visit.ts', 'handlers/tools/other.ts'].map((file) =>
    path.join(cwd, file),
  );
  const mine = `${readFileSync(touched ?? '', 'utf8')}// Mine\n`;
  writeFileSync(touched ?? '', mine);
  const later = visit.replace('SAVE "visits", day', 'SAVE "appointments", day');
  putFiles(cwd, { 'definitions/book-visit.bas': later, 'definitions/other.bas': later });
  const { out, exitCode } = await run(cwd, 'generate');
  expect(exitCode).toBe(0);
  expect(readFileSync(stub ?? '', 'utf8')).toContain('//   SAVE "appointments", day');
  expect(readFileSync(touched ?? '', 'utf8')).toBe(mine);
  expect(out).toContain(
    '\nThe scripts of these handlers have changed; check what they do now:\n  handlers/tools/other.ts\n',
  );
  expect(await run(cwd, 'generate', '--check')).toMatchObject({ exitCode: 0, error: '' });
});

test('a parameter may have letters of any language in its name', async () => {
  const cwd = makeFolder({
    ...server,
    'definitions/act.bas': 'PARAM ação AS string DESCRIPTION "What"\nDESCRIPTION "Acts"\n',
  });
  expect(await run(cwd, 'generate')).toMatchObject({ exitCode: 0, error: '' });
  expect(readGenerated(cwd, 'types.ts')).toContain("'ação': string;");
});

test('unknown keys of a descriptor are kept under _meta, with a warning', async () => {
  const cwd = makeFolder({
    ...server,
    'definitions/act.botserver.json': '{ "description": "Acts", "bot": "office", "version": 2, "_meta": { "a": 1 } }',
  });
  const { exitCode, error } = await run(cwd, 'generate');
  expect(exitCode).toBe(0);
  expect(error.match(/^\S+ warning ignored-field: .*/gmu)).toEqual([
    'definitions/act.botserver.json:1:26 warning ignored-field: Definitions do not support the key `bot`; it is kept under `_meta`.',
    'definitions/act.botserver.json:1:43 warning ignored-field: Definitions do not support the key `version`; it is kept under `_meta`.',
  ]);
  expect(readGenerated(cwd, 'descriptors.ts')).toContain('{"a":1,"bot":"office","version":2}');
});

test('tools of scripts take 30 seconds at most, unless settings next to the script say otherwise', async () => {
  const cwd = makeFolder({
    ...server,
    'definitions/fast.bas': visit,
    'definitions/fast.bas.yaml': 'timeoutMs: 1000\nannotations: { readOnlyHint: true }\n',
    'definitions/plain.bas': visit,
    'definitions/act.botserver.json': '{ "description": "Acts" }',
  });
  expect(await run(cwd, 'generate')).toMatchObject({ exitCode: 0, error: '' });
  expect(readGenerated(cwd, 'tools.ts').match(/timeoutMs: \d+/gu)).toEqual([
    'timeoutMs: 30000',
    'timeoutMs: 1000',
    'timeoutMs: 30000',
  ]);
  expect(readGenerated(cwd, 'descriptors.ts')).toContain('{"readOnlyHint":true}');
});

test('settings next to a script that are wrong are reported at their place', async () => {
  const cwd = makeFolder({
    ...server,
    'definitions/act.bas': visit,
    'definitions/act.bas.yaml': 'timeoutMs: soon\ndescription: Other.\n',
  });
  const { exitCode, error } = await run(cwd, 'generate');
  expect(exitCode).toBe(1);
  expect(error.match(/^\S+ error \S+/gmu)).toEqual([
    'definitions/act.bas.yaml:1:12 error wrong-type:',
    'definitions/act.bas.yaml:2:1 error conflicting-keys:',
  ]);
});
