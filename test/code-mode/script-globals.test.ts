import { afterAll, beforeAll, expect, test } from 'vitest';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { shelfFiles, startShelf } from '../openapi/shelf-api.js';
import { readText, runCode } from './code-kit.js';

const project = await createProject(shelfFiles('mode: tools\ncode: { allow: [all], confirm: never }'));
const server = await project.bundle();
const api = await startShelf();
let asked: AskedServer;

beforeAll(async () => {
  const way = { carrier: 'stdio', revision: '2026-07-28' } as const;
  asked = await askServer(server, way, { args: ['--mode', 'code'], environment: api.environment });
});

afterAll(() => Promise.all([asked.close(), api.close()]));

test.each([
  ['a map', 'new Map([["a", new Map([[1, 2n ** 64n]])]])', '{"a":{"1":18446744073709551616}}'],
  ['a map with other keys', 'new Map([[{ id: 1 }, "a"], ["b", "c"]])', '[[{"id":1},"a"],["b","c"]]'],
  ['a set', '({ all: new Set([1, new Set(["a"])]) })', '{"all":[1,["a"]]}'],
  ['what an iterator gives', '[new Map([["a", 1]]).keys(), (function* () { yield 1 })()]', '[["a"],[1]]'],
  [
    'bytes',
    '[new TextEncoder().encode("aß😀\\ud800"), new ArrayBuffer(2)]',
    '[[97,195,159,240,159,152,128,239,191,189],[0,0]]',
  ],
  ['an error', '[Object.assign(new TypeError("a"), { code: 1 })]', '[{"name":"TypeError","message":"a","code":1}]'],
  ['promises', '[Promise.resolve(1)]', '["(a promise: await it)"]'],
  ['a pattern and a date', '[/a/g, new Date(0)]', '["/a/g","1970-01-01T00:00:00.000Z"]'],
  [
    'decoded bytes',
    `const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
[new TextDecoder().decode(bytes('77u/w5/wn5iA/yI=')), new TextDecoder('latin1').decode(bytes('5A==').buffer), new TextDecoder().decode(),
new TextDecoder().decode(new Uint8Array(100000).fill(233)).length, new TextDecoder('utf-16le').decode(bytes('YQAAAA==')).length]`,
    '["ß😀�\\"","ä","",100000,2]',
  ],
  [
    'a text that spans the parts in which it is decoded',
    'const text = "aß😀".repeat(20000); new TextDecoder("utf-8", { fatal: true }).decode(new TextEncoder().encode(text)) === text',
    'true',
  ],
  [
    'the parts of a URL',
    'const u = new URL("../b?q=1#h", "https://me:pw@Exämple.com:8080/a/c"); [u, u.origin, u.username, u.hostname, u.port, u.pathname, u.search, u.hash]',
    '["https://me:pw@xn--exmple-cua.com:8080/b?q=1#h","https://xn--exmple-cua.com:8080","me","xn--exmple-cua.com","8080","/b","?q=1","#h"]',
  ],
  [
    'a URL whose parameters change',
    `const u = new URL('https://a.test/?b=1&b=2&c=%20');
u.searchParams.set('b', 'x y'); u.searchParams.append('d', '&='); u.searchParams.delete('c'); u.hash = 'top'; u.port = 'no';
const first = u.href; u.search = '?z=1'; u.origin = 'x';
[first, u.searchParams.get('z'), u.searchParams.get('b'), \`\${u}\`, URL.canParse('x'), URL.parse('x')]`.replaceAll(
      '\\',
      '',
    ),
    '["https://a.test/?b=x+y&d=%26%3D#top","1",null,"https://a.test/?z=1#top",false,null]',
  ],
  [
    'search parameters',
    `const p = new URLSearchParams({ b: 2, a: 'ü' }); p.append('a', '1'); p.sort();
[p, p.size, [...p], p.getAll('a'), p.has('a', '1'), [...new URLSearchParams('?x=%F0%9F&y')], new URLSearchParams([['k', 'v']]).toString()]`,
    '["a=%C3%BC&a=1&b=2",3,[["a","ü"],["a","1"],["b","2"]],["ü","1"],true,[["x","�"],["y",""]],"k=v"]',
  ],
  [
    'a clone',
    `const a = { list: [1, , new Date(0)], map: new Map([['k', new Set([1])]]), bytes: new Uint8Array([1, 2]), e: new RangeError('r') }; a.self = a;
const b = structuredClone(a);
[b !== a, b.self === b, 1 in b.list, b.list[2].getTime(), b.map.get('k').has(1), b.bytes, b.e, (() => { try { structuredClone(() => 1) } catch (e) { return e.name } })()]`,
    '[true,true,false,0,true,[1,2],{"name":"RangeError","message":"r"},"DataCloneError"]',
  ],
  [
    'a table on the console',
    'console.table([{ a: 1, b: "x|y" }, { a: [2] }]); console.table(new Map([["k", 1]])); console.table([[1, 2]], ["0"]); console.assert(0, "no"); console.count(); 1',
    '1\n\nConsole:\n| (index) | a | b |\n| --- | --- | --- |\n| 0 | 1 | x\\|y |\n| 1 | [2] |  |\n| (index) | value |\n| --- | --- |\n| k | 1 |\n| (index) | 0 |\n| --- | --- |\n| 0 | 1 |\nAssertion failed: no\ndefault: 1',
  ],
  ['a script in a fence', '\n```ts\nconst a: number = 1;\na + 1\n```\n', '2'],
  ['a script in a fence that does not end', '~~~\n`${1}`', '1'],
])('answers with %s', async (_title, code, text) => {
  expect(await runCode(asked, code)).toMatchObject({ text, isError: false });
});

test('an error in a fence comes with the line that was sent', async () => {
  const { text } = await runCode(asked, '```js\nnull.x\n```');
  expect(text).toBe("TypeError: cannot read property 'x' of null\n    at line 2, column 5:\nnull.x\n    ^");
});

const list = 'const all = await shelf.listBooks();\n';
const hint = 'No result has a member `titel`: did you mean `title`?';

test.each([
  ['a value that is not there', `${list}all[0].titel`, hint],
  ['members of a value', `${list}all.map((book) => ({ titel: book.titel }))`, hint],
  ['members that are taken out', `${list}all.map(({ titel }) => titel)`, hint],
  ['an error', `${list}all[0].titel.length`, hint],
  ['another way to write a name', `${list}all[0].Isbn`, 'No result has a member `Isbn`: did you mean `isbn`?'],
  ['a member of the script itself', `${list}const sum = { titel: 1 }; sum.titel += all.length; sum.titel`, undefined],
  [
    'a plural of its own',
    `${list}const out = {}; out.titles = all.map(({ title }) => title); out.titles.length`,
    undefined,
  ],
  ['a member that only the schema has', `${list}all[0].next`, undefined],
])('a name near that of a member is named after %s', async (_title, code, expected) => {
  const { text } = await runCode(asked, code);
  expect(/No result has .*/u.exec(text)?.[0]).toBe(expected);
});

test("`--mode code` obeys an API's own code.allow and code.confirm", async () => {
  expect((await runCode(asked, 'await shelf.removeBook({ isbn: "1" })')).text).toBe('Success');
  const { text } = readText(await asked.call('search_api', { names: ['shelf.removeBook'] }));
  expect(text).not.toMatch(/NOT ALLOWED|Asks the user/u);
  expect((await runCode(asked, 'await tools.ping()')).text).toContain('does not support elicitation');
});
