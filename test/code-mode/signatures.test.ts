import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';
import { readText, runCode } from './code-kit.js';

const read = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '..', 'corpus', 'documents', name), 'utf8');

/** Names, comments and schemas that are hard to print. */
const odd = `
openapi: 3.1.0
info: { title: Odd, version: 1.0.0 }
servers: [{ url: 'https://odd.example.com' }]
paths:
${['delete', 'a/b', 'a/b/c', 'a', 'then', '__proto__', 'constructor', 'x/list-for-repo', 'größe/1st', 'class.new']
  .map(
    (id, index) => `
  /p${index}:
    get:
      operationId: ${JSON.stringify(id)}
      description: 'List */ process.exit() /* \\u2028 things'
      parameters:
        - { name: 'a-b', in: query, description: 'Ends */ here', schema: { enum: ['x"y', 'line\\nbreak', 1, null, true] } }
        - { name: any, in: query, schema: { type: [integer, 'null'], default: 5 } }
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/${index % 2 ? 'Map' : 'any'}' } } } } }`,
  )
  .join('')}
  /long:
    get:
      operationId: long
      responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { ${Array.from({ length: 14 }, (_, index) => `a_name_of_a_member_that_is_quite_long_and_fills_more_than_half_a_line_${index}: { type: string }`).join(', ')} } } } } } }
components:
  schemas:
    any: { type: object, properties: { self: { $ref: '#/components/schemas/any' }, list: { type: array, items: { type: array, items: { anyOf: [{ type: string }, { type: number }] } } } } }
    Map: { allOf: [{ $ref: '#/components/schemas/any' }, { type: object, properties: { n: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Chain' }] } }, additionalProperties: { type: string } }] }
    Chain: { anyOf: [{ $ref: '#/components/schemas/Chain2' }, { type: 'null' }] }
    Chain2: { anyOf: [{ $ref: '#/components/schemas/Chain' }, { type: boolean }] }
`;

const queries = ['list', 'long', 'get', 'create', 'update', 'delete', 'order book weather cake', 'thing'];

const documents = [
  ['odd.yaml', odd] as const,
  ...['bakery-20.yaml', 'library-30.json', 'orders-30.yaml', 'weather-31.yaml'].map(
    (name) => [name, read(name)] as const,
  ),
];

/** Signatures of all documents. */
const folder = makeFolder();

test.each(documents)('all names that the signatures of %s have can be called', async (name, document) => {
  const project = await createProject({
    'definitions/it.mcp.yaml': `server: { name: it, version: 1.0.0 }\nopenapi: { it: { document: ./${name}, mode: code } }\n`,
    [`definitions/${name}`]: document,
  });
  const asked = await askServer(await project.bundle(), { carrier: 'stdio', revision: '2026-07-28' });
  const printed = path.join(folder, 'printed', name);
  await mkdir(printed, { recursive: true });
  const names = new Set<string>();
  for (const [index, query] of queries.entries()) {
    for (const [kind, more] of [{}, { limit: 30 }].entries()) {
      const { text } = readText(await asked.call('search_api', { query, ...more }));
      if (!text.includes('declare const')) continue;
      // A result without a schema name shows its members.
      expect(text).not.toMatch(/Promise<object(?:\[\])?>/u);
      await writeFile(path.join(printed, `q${index}-${kind}.ts`), `export {};\n${text}\n`);
      for (const each of listNames(text)) names.add(each);
    }
  }
  expect(names.size).toBeGreaterThan(1);
  const whole = readText(await asked.call('search_api', { names: [...names].slice(0, 10) })).text;
  await writeFile(path.join(printed, 'whole.ts'), `export {};\n${whole}\n`);
  const { text } = await runCode(
    asked,
    `[${[...names].map((each) => `typeof ${each}`).join()}].every((it) => it === 'function')`,
  );
  expect(text).toBe('true');
  await asked.close();
});

test('all signatures compile', async () => {
  expect(await readdir(path.join(folder, 'printed'))).toHaveLength(documents.length);
  expect(await typeCheck(folder, ['printed'], { noUnusedLocals: false, types: [] })).toBe('');
});

/** The functions in printed declarations, such as `it.books.list`. */
function listNames(text: string): readonly string[] {
  const names: string[] = [];
  const spaces: string[] = [];
  for (const line of text.slice(text.indexOf('declare const')).split('\n')) {
    const [, indent = '', space] = /^( *)(?:declare const )?([\p{ID_Continue}$]+): \{$/u.exec(line) ?? [];
    const [, own = '', call] = /^( +)([\p{ID_Continue}$]+)\(/u.exec(line) ?? [];
    // Spaces are those of the line before: an object of a parameter is deeper than any space.
    if (space !== undefined && indent.length === spaces.length * 2) spaces.push(space);
    else if (call !== undefined && own.length === spaces.length * 2) names.push([...spaces, call].join('.'));
    else if (/^ *\};$/u.test(line) && line.length - 2 === (spaces.length - 1) * 2) spaces.pop();
  }
  return names;
}
