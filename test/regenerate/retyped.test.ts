import { expect, test } from 'vitest';
import { explainRetyped } from '../../generator/emit/handlers/explain-retyped.js';
import { handlers, shop } from './shop.js';
import { createProjectFolder, edit, generateIn } from './story.js';

const file = 'handlers/tools/find.ts';

function explain(before: string, after: string): readonly string[] {
  const handler =
    'export type Find = ToolHandler<FindInput, FindOutput>;\nexport type FindAnswer = ToolAnswer<FindOutput>;\n';
  const texts = (types: string) => [handler, `${types}\nexport type FindOutput = Book[];\n`];
  const explained = explainRetyped(texts(before), texts(after), [{ file, typeName: 'Find' }]);
  return explained.flatMap(({ changes }) => changes);
}

const input = (...members: readonly string[]) =>
  `export interface FindInput {\n${members.map((member) => `  ${member}\n`).join('')}}\n`;

test.each([
  ['a member', ['limit: number;'], ['limit: string;'], 'limit: number → string'],
  ['a member that may be left out now', ['limit: number;'], ['limit?: number;'], 'limit: number → optional number'],
  ['a new member', [], ['limit: number;'], 'limit is new: number'],
  ['a member that is gone', ['limit?: number;'], [], 'limit is gone'],
  [
    'a member with an odd name',
    ["'a: b'?: number;"],
    ["'a: b'?: string;"],
    "'a: b': optional number → optional string",
  ],
  ['an open object', ['[key: string]: unknown;'], ['[key: string]: string;'], '[key: string]: unknown → string'],
  ['a tuple of texts', ["kind: 'a' | 'b';"], ["kind: 'a';"], "kind: 'a' | 'b' → 'a'"],
  [
    'an object in it',
    ['a: {', '  b: number;', '};'],
    ['a: {', '  b: string;', '};'],
    'a: { b: number; } → { b: string; }',
  ],
])('%s is told', (_, before, after, expected) => {
  expect(explain(input(...before), input(...after))).toEqual([`its input type changed (${expected})`]);
});

test.each([
  ['a comment', input('/** One. */', 'a: string;'), input('/**', ' * export interface Book {', ' */', 'a: string;')],
  ['line ends', input('a: string;'), input('a: string;').replaceAll('\n', '\r\n')],
  ['a type that the handler has nothing to do with', 'export type Other = 1;\n', 'export type Other = 2;\n'],
  [
    'a text that is called like a type',
    `${input("a: 'Other';")}export type Other = 1;`,
    `${input("a: 'Other';")}export type Other = 2;`,
  ],
])('%s is not', (_, before, after) => {
  expect(explain(before, after)).toEqual([]);
});

test('types that its types are made of are told by their names', () => {
  const book = (type: string) => `export interface Book {\n  title: ${type};\n  next: Book;\n}\n`;
  expect(explain(book('string'), book('Title'))).toEqual(['Book changed (title: string → Title)']);
  expect(explain('', book('string'))).toEqual(['Book is new']);
  expect(explain(book('string'), '')).toEqual(['Book is gone']);
  expect(explain('export type Book = string;\n', 'export type Book =\n  | number\n  | null;\n')).toEqual([
    'Book changed (string → | number | null)',
  ]);
});

test('many changes are cut short, and long types', () => {
  const members = (type: string) => input(...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: ${type};`));
  const [explained] = explain(members('1'), members(`'${'x'.repeat(100)}'`));
  expect(explained).toMatch(/^its input type changed \(a: 1 → 'x{58}…, b: .*, d: 1 → 'x{58}…, and 2 more\)$/u);
});

test('a handler that is another kind of handler now is told, too', () => {
  const implementations = [{ file, typeName: 'Find' }];
  const before = ['export type Find = ToolHandler<FindInput>;\n'];
  const after = ['export type Find = TaskHandler<FindInput>;\n'];
  expect(explainRetyped(before, after, implementations)).toEqual([
    { file, changes: ['its type changed (ToolHandler<FindInput> → TaskHandler<FindInput>)'] },
  ]);
  expect(explainRetyped([], after, implementations)).toEqual([]);
  expect(explainRetyped(before, [], implementations)).toEqual([]);
});

test('bound functions, questions and variables count', async () => {
  const folder = await createProjectFolder();
  const definition = 'definitions/shop.mcp.yaml';
  const text = (type: string, variable: string) =>
    shop({
      tools: `
  find_books: { description: Finds., handler: ./find.ts#find, inputSchema: { type: object, properties: { a: { type: ${type} } } } }
  ask: { description: Asks., inputSchema: { type: object }, elicitations: { sure: { message: Sure?, requestedSchema: { type: object, properties: { yes: { type: ${type} } } } } } }
`,
    }) + `resourceTemplates: { "shop://{${variable}}": { name: book, mimeType: text/plain } }\n`;
  await edit(folder, {
    [definition]: text('string', 'isbn'),
    'definitions/find.ts': 'export const find = () => "";\n',
    'handlers/tools/ask.ts': handlers.findBooks,
    'handlers/resources/book.ts': handlers.catalogue,
  });
  expect(await generateIn(folder)).toMatchObject({ exitCode: 0 });
  await edit(folder, { [definition]: text('boolean', 'id') });
  const { out } = await generateIn(folder);
  expect(out.split('\n').filter((line) => line.includes(': '))).toEqual([
    expect.stringMatching(/^Generated /u),
    '  definitions/find.ts: its input type changed (a: optional string → optional boolean)',
    '  handlers/tools/ask.ts: AskSureContent changed (yes: optional string → optional boolean)',
    '  handlers/resources/book.ts: the type of its variables changed (id is new: string, isbn is gone)',
  ]);
});

test('types that many handlers share are looked through once', () => {
  const shared = Array.from({ length: 500 }, (_, index) => {
    const members = Array.from({ length: 8 }, (_member, place) => `  member${place}?: string;\n`);
    return `export interface Shared${index} {\n${members.join('')}  next?: Shared${(index + 1) % 500};\n}\n`;
  });
  const names = Array.from({ length: 2000 }, (_, index) => `Tool${index}`);
  const write = (type: string): string =>
    [...shared, ...names.map((name) => `export interface ${name} {\n  a?: Shared0;\n  b?: ${type};\n}\n`)].join('\n');
  const implementations = names.map((typeName) => ({ file: `handlers/${typeName}.ts`, typeName }));
  const before = process.cpuUsage();
  const retyped = explainRetyped([write('string')], [write('number')], implementations);
  expect(retyped).toHaveLength(2000);
  expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
});
