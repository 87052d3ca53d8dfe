import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { askServer, ways, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { typeCheck } from '../kit/type-check.js';
import { shelfFiles, startShelf } from '../openapi/shelf-api.js';
import { readText, runCode, type ToolText } from './code-kit.js';

const settings = 'mode: code\nimplement: [addBook]\ncode: { allow: [all] }';
const [project, openProject, plainProject] = await Promise.all([
  createProject(shelfFiles(settings)),
  createProject(shelfFiles('mode: code\ncode: { allow: [all], confirm: never }')),
  createProject(shelfFiles('prefix: shelf_\nimplement: [addBook]\ntools: { addBook: { name: addBook } }')),
]);
const [server, openServer, plainServer] = await Promise.all([
  project.bundle(),
  openProject.bundle(),
  plainProject.bundle(),
]);
const api = await startShelf();

afterAll(() => api.close());

beforeEach(() => void (api.requests.length = 0));

describe.each(ways)('code over $carrier, in $revision,', (way) => {
  let asked: AskedServer;

  beforeAll(async () => {
    asked = await askServer(server, way, { environment: api.environment });
  });

  afterAll(() => asked.close());

  test('is two tools in addition to the own ones', async () => {
    expect(await asked.listTools()).toEqual(['ping', 'search_api', 'run_code']);
  });

  test('records what was called', async () => {
    const code = 'await shelf.listBooks(); await shelf.listBooks(); await shelf.getBook({ isbn: "0" })';
    expect((await runCode(asked, code)).calls).toEqual([
      { function: 'shelf.listBooks', count: 2 },
      { function: 'shelf.getBook', count: 1, failed: 1 },
    ]);
    expect(api.requests).toEqual(['GET /books', 'GET /books', 'GET /books/0']);
  });

  test('stops calls that run when the script ends', async () => {
    const code = 'void shelf.getBook({ isbn: "wait" }); for (let i = 0; i < 5; i += 1) await shelf.getStatus(); 1';
    expect((await runCode(asked, code)).text).toContain('Not awaited when the script ended: shelf.getBook.');
    await vi.waitFor(() => expect(api.requests).toContain('closed'), 5000);
  });

  test('calls nothing destructive when the user cannot be asked', async () => {
    const { text, isError } = await runCode(asked, 'await shelf.removeBook({ isbn: "1" })');
    expect(isError).toBe(true);
    expect(text).toContain('This client does not support elicitation. `code: { confirm: never }` in the definition');
    expect((await runCode(asked, 'await shelf["remove" + "Book"]({ isbn: "1" })')).text).toContain(
      'does not support elicitation',
    );
    expect(api.requests).toEqual([]);
  });

  test('finds functions by words, and lists groups without them', async () => {
    const search = async (query: string): Promise<ToolText> => readText(await asked.call('search_api', { query }));
    expect((await search('get book')).text).toContain('getBook(input: { isbn: string; }): Promise<');
    expect((await search('remove book')).text).toContain('Asks the user before it is called.');
    expect((await search('')).text).toMatch(
      /^6 functions\.[^]*\nshelf, books \(4\): listBooks, addBook, getBook, removeBook\n/u,
    );
    expect((await search('xylophone')).text).toMatch(/^No function matches\./u);
  });
});

const asking = { elicitation: { form: {} } };
const stdio = { carrier: 'stdio', revision: '2026-07-28' } as const;

describe('code', () => {
  let asked: AskedServer;

  beforeAll(async () => {
    asked = await askServer(server, stdio, { environment: api.environment });
  });

  afterAll(() => asked.close());

  test.each([
    ['the last expression', '1 + 1', '2'],
    ['a text as it is', '`a\n"b"`', 'a\n"b"'],
    ['a return at the top level', 'const a = 20;\nif (a > 10) return a;\nreturn 0', '20'],
    ['an export', 'export default { a: 1 }', '{"a":1}'],
    ['a promise', '(async () => 7)()', '7'],
    ['a function, which is called', 'async () => (await shelf.getBook({ isbn: "1" })).title', 'Dune'],
    ['what was awaited', '(await shelf.listBooks()).length', '1'],
    ['the text of an operation', 'await shelf.getStatus()', 'fine'],
    [
      'types, which are ignored',
      'interface A { n: number }\nconst f = async <T,>(x: T, y?: A): Promise<{\n  x: T;\n}> => ({ x: x as T, y: y!.n } as { x: T });\nawait f<string>("a", { n: 1 } satisfies A)',
      '{"x":"a","y":1}',
    ],
    [
      'parallel calls',
      'const all = await Promise.all(["1", "2"].map((isbn) => shelf.getBook({ isbn }))); all.length',
      '2',
    ],
    [
      'an error that it caught',
      'try { await shelf.getBook({ isbn: "0" }) } catch (e) { return e.message.slice(0, 31) }',
      'GET /books/0 returned 404 Not F',
    ],
    ['integers that a number cannot hold', '({ id: 9007199254740993n })', '{"id":9007199254740993}'],
    ['Base64 of bytes', '[btoa("a\\u00ffb"), atob("Yf9i\\nYQ=="), btoa(""), btoa("ab")]', '["Yf9i","aÿba","","YWI="]'],
    ['nothing', 'const a = 1', 'The script returned no value. End it with an expression or `return` one.'],
    [
      'the console',
      'console.log("a", { b: 1 }); console.error(new Error("c")); 1',
      '1\n\nConsole:\na {"b":1}\nError: c',
    ],
    ['a clock that stands', 'Date.now() === new Date().getTime() && Date.now() > 1.7e12 && new Date(5).getTime()', '5'],
  ])('answers with %s', async (_title, code, text) => {
    expect(await runCode(asked, code)).toMatchObject({ text, isError: false });
  });

  test.each([
    [
      'an error',
      'const a = 1;\nfunction f() {\n  return   null.x;\n}\nf()',
      "TypeError: cannot read property 'x' of null\n    at line 3, column 16:\n  return   null.x;\n               ^",
    ],
    [
      'an error after a return',
      'const a: { b?: string } = {};\nreturn a.b.c',
      "TypeError: cannot read property 'c' of undefined\n    at line 2, column 11:\nreturn a.b.c\n          ^",
    ],
    [
      'an error of syntax',
      'const a = 1;\nconst b = = 2',
      'SyntaxError: Unexpected token\n    at line 2, column 11:\nconst b = = 2\n          ^',
    ],
    [
      'an enum',
      'let a = 1;\n  enum A { B }',
      'SyntaxError: Enums are not supported: use an object\n    at line 2, column 3:\n  enum A { B }\n  ^',
    ],
    [
      'an import',
      'import { shelf } from "tools"',
      'SyntaxError: Imports are not supported: all functions are globals\n    at line 1, column 1:\nimport { shelf } from "tools"\n^',
    ],
    [
      'a parameter that declares a property',
      'class A { constructor(private n: number) {} }',
      'SyntaxError: Parameter properties are not supported: assign the property in the constructor\n    at line 1, column 23:\nclass A { constructor(private n: number) {} }\n                      ^',
    ],
    [
      'an error after characters of two units',
      'const a = "😀😀"; null.x',
      'TypeError: cannot read property \'x\' of null\n    at line 1, column 21:\nconst a = "😀😀"; null.x\n                    ^',
    ],
    [
      'several errors',
      'await Promise.any([Promise.reject(new Error("one")), Promise.reject(2)])',
      'AggregateError: \n- Error: one\n- Thrown: 2\n    at line 1, column 18:\nawait Promise.any([Promise.reject(new Error("one")), Promise.reject(2)])\n                 ^',
    ],
    [
      'an invalid argument',
      'await shelf.listBooks({ limit: 51 })',
      'Error: Invalid arguments of shelf.listBooks:\n- limit: must be at most 50, got 51\nIt takes { by_author?, limit? }.\n    at line 1, column 22:\nawait shelf.listBooks({ limit: 51 })\n                     ^',
    ],
    [
      'an unknown function',
      'await shelf.list_books()',
      'TypeError: There is no function shelf.list_books\n    at line 1, column 12:\nawait shelf.list_books()\n           ^\n\nSimilar: shelf.listBooks. `search_api` finds functions and prints their signatures.',
    ],
    [
      'a function of another library',
      'await api.rest.books.getBook({ isbn: "1" })',
      'ReferenceError: \'api\' is not defined\n    at line 1, column 7:\nawait api.rest.books.getBook({ isbn: "1" })\n      ^\n\nSimilar: shelf.getBook. `search_api` finds functions and prints their signatures.',
    ],
    [
      'a global of Node',
      'process.env.TOKEN',
      "ReferenceError: 'process' is not defined\n    at line 1, column 1:\nprocess.env.TOKEN\n^\n\nA script can use JavaScript, console, URL, TextDecoder, atob, btoa and the functions of shelf, but no modules, network, files, timers or environment.",
    ],
    [
      'a call that was not awaited',
      'const books = shelf.listBooks();\nbooks.map(({ title }) => title)',
      'TypeError: not a function\n    at line 2, column 10:\nbooks.map(({ title }) => title)\n         ^\n\nNot awaited when the script ended: shelf.listBooks. These calls were stopped. Await every call.',
    ],
  ])('says where %s is', async (_title, code, text) => {
    expect(await runCode(asked, code)).toMatchObject({ text, isError: true });
  });

  test('names calls that were not awaited', async () => {
    const { text } = await runCode(asked, 'shelf.getStatus(); 1');
    expect(text).toBe(
      '1\n\nNot awaited when the script ended: shelf.getStatus. These calls were stopped. Await every call.',
    );
  });

  test('reports errors that nothing in the script handles', async () => {
    const code = `shelf.getBook({ isbn: '0' });
shelf.getBook({ isbn: '0' }).then(({ title }) => title);
shelf.getBook({ isbn: '0' }).catch(() => 0);
const late = shelf.getBook({ isbn: '0' });
for (let turn = 0; turn < 20; turn += 1) await shelf.getStatus();
await Promise.allSettled([late]);
1`;
    const { text } = await runCode(asked, code);
    expect(text).toMatch(
      /^1\n\nErrors that the script did not handle:\n(?:Error: GET \/books\/0 returned 404[^]*){2}Await every call\.$/u,
    );
    expect(text.match(/returned 404/gu)).toHaveLength(2);
  });

  test('makes no call after the end of a script', async () => {
    const code = 'for (let i = 0; i < 100; i += 1) void shelf.getBook({ isbn: "1" }).catch(() => 0); 1';
    expect((await runCode(asked, code)).text).toMatch(
      /^1\n\nNot awaited when the script ended: shelf\.getBook \(\d+ calls\)\. /u,
    );
    const { length } = api.requests;
    expect(await runCode(asked, 'await shelf.getStatus()')).toMatchObject({ text: 'fine' });
    expect(api.requests.length).toBeLessThanOrEqual(length + 9);
    expect(length).toBeLessThan(80);
  });

  test('calls as many functions as it may, and writes no warning of the platform', async () => {
    const own = await askServer(server, stdio, { environment: api.environment });
    const { text } = await runCode(
      own,
      '(await Promise.all(Array.from({ length: 40 }, () => shelf.getStatus()))).length',
    );
    expect(text).toBe('40');
    expect(await own.close()).not.toContain('Warning');
  });

  test('says what it omits of a long value', async () => {
    const { text } = await runCode(asked, '"x".repeat(50_000)');
    expect(text).toContain(
      '(The last 10000 of 50000 characters are omitted. Return less: pick fields, slice lists, or count.)',
    );
  });

  test('refuses code that is too long', async () => {
    const { text } = await runCode(asked, ' '.repeat(65_537));
    expect(text).toContain('code: must have at most 65536 characters');
  });

  test('names functions that fit less, and describes the named ones in full', async () => {
    const search = async (input: object): Promise<string> => readText(await asked.call('search_api', input)).text;
    const found = await search({ query: 'remove a book', limit: 1 });
    expect(found).not.toContain('getBook(');
    expect(found).toMatch(/\n\/\/ Other matches. To get their signatures, pass `names`:.*shelf\.getBook/su);
    const whole = await search({ names: ['shelf.getBook', 'removeBook', 'shelf.getBok'] });
    expect(whole).toContain('GET /books/{isbn}');
    expect(whole).toContain('removeBook(');
    expect(whole).toContain('// There is no function shelf.getBok.');
    expect(await search({ query: 'shelf.getBook' })).toBe(await search({ names: ['shelf.getBook'] }));
    expect(await search({ names: [1] })).toContain('names');
  });

  test('can be asked of all tools of a server that lists them', async () => {
    const all = await askServer(plainServer, stdio, { args: ['--mode', 'code'], environment: api.environment });
    expect(await all.listTools()).toEqual(['search_api', 'run_code']);
    expect(await runCode(all, 'await shelf.shelf_getStatus()')).toMatchObject({ text: 'fine', isError: false });
    expect((await runCode(all, 'await shelf.shelf_removeBook({ isbn: "1" })')).text).toContain(
      'is not allowed in code',
    );
    expect((await runCode(all, 'await tools.ping()')).text).toContain('does not support elicitation');
    expect(readText(await all.call('search_api', { query: 'status' })).text).toContain(
      'shelf_getStatus(): Promise<unknown>',
    );
    expect((await all.call('shelf_getStatus')).error?.code).toBe(-32602);
    expect((await all.call('run_code', { code: 1, more: 1 })).result.content[0].text).toContain(
      'code: must be a string',
    );
    await all.close();
  });
});

describe('in the modern era', () => {
  let client: AskedServer;

  beforeAll(async () => {
    client = await askServer(server, stdio, { environment: api.environment });
  });

  afterAll(async () => {
    expect(await client.close()).not.toContain('WARNING');
  });

  /** Runs code and answers each question with `action`; gives the final text and the messages of the questions. */
  async function converse(
    code: string,
    action: string,
    content: object = {},
  ): Promise<{ readonly text: string; readonly asked: readonly string[] }> {
    const messages: string[] = [];
    let params: object = { name: 'run_code', arguments: { code } };
    for (;;) {
      const { result, error } = await client.ask('tools/call', params, asking);
      if (result?.resultType !== 'input_required') {
        return { text: error?.message ?? result.content[0].text, asked: messages };
      }
      const requests = Object.entries(result.inputRequests as Record<string, { params: { message: string } }>);
      messages.push(...requests.map(([, request]) => request.params.message));
      const inputResponses = Object.fromEntries(
        requests.map(([key]) => [key, { action, content: { ok: true, ...content } }]),
      );
      params = { name: 'run_code', arguments: { code }, requestState: result.requestState, inputResponses };
    }
  }

  const question = 'A script wants to call shelf.removeBook({"isbn":"1"}). Allow it?';

  test('a question shows the call with its arguments, and a yes covers that call', async () => {
    const code = 'await shelf.removeBook({ isbn: "1" }); await shelf.removeBook({ isbn: "2" }); "done"';
    expect(await converse(code, 'accept')).toEqual({
      text: 'done',
      asked: [question, question.replace('"1"', '"2"')],
    });
    expect(api.requests).toEqual(['DELETE /books/1', 'DELETE /books/2']);
  });

  test('the user can agree to all calls of the function in the run', async () => {
    const code = 'for (const isbn of ["1", "2", "3"]) await shelf.removeBook({ isbn }); "done"';
    expect(await converse(code, 'accept', { all: true })).toEqual({ text: 'done', asked: [question] });
    expect(api.requests).toEqual(['DELETE /books/1', 'DELETE /books/2', 'DELETE /books/3']);
  });

  test('one question shows all calls that a script makes at once, equal ones with their number', async () => {
    const code = `const books = Array.from({ length: 12 }, (_, index) => shelf.removeBook({ isbn: String(index % 11) }));
(await Promise.all(books)).length`;
    const others = Array.from({ length: 10 }, (_, index) => `- shelf.removeBook({"isbn":"${index + 1}"})\n`);
    expect(await converse(code, 'accept')).toEqual({
      text: '12',
      asked: [`A script wants to make 12 calls:\n- shelf.removeBook({"isbn":"0"}) ×2\n${others.join('')}Allow them?`],
    });
    expect(api.requests).toHaveLength(12);
  });

  test('a call that was not shown is asked about, even if an earlier one of the function was agreed to', async () => {
    const code = `await Promise.all([shelf.removeBook({ isbn: "1" }), shelf.removeBook({ isbn: "2" })]);
await shelf.removeBook({ isbn: "1" }); "done"`;
    const both =
      'A script wants to make 2 calls:\n- shelf.removeBook({"isbn":"1"})\n- shelf.removeBook({"isbn":"2"})\nAllow them?';
    expect((await converse(code, 'accept')).asked).toEqual([both, question]);
  });

  test('arguments in a question are shortened, and have no characters that hide or turn text', async () => {
    const code = 'await shelf.removeBook({ isbn: "\\u202e1\\u200b\\n" + "x".repeat(1000) })';
    const [asked = ''] = (await converse(code, 'decline')).asked;
    expect(asked).toMatch(
      /^A script wants to call shelf\.removeBook\(\{"isbn":"\\u\{202e\}1\\u\{200b\}\\nx+…\)\. Allow it\?$/u,
    );
    expect(asked.length).toBeLessThan(300);
  });

  test('nothing is called when the user says no', async () => {
    const { text } = await converse('await shelf.listBooks(); await shelf.removeBook({ isbn: "1" })', 'decline');
    expect(text).toContain('The user did not confirm the call to shelf.removeBook, so it was not made.');
    expect(api.requests).toEqual(['GET /books']);
  });

  test('a function that the code does not name is asked about, and earlier calls are not sent again', async () => {
    const code = 'const all = await shelf.listBooks(); await shelf["remove" + "Book"]({ isbn: all[0].isbn }); "done"';
    expect(await converse(code, 'accept')).toEqual({ text: 'done', asked: [question] });
    expect(api.requests).toEqual(['GET /books', 'DELETE /books/1']);
  });

  test('a long result that was read before a question is read again after it', async () => {
    const code = `const all = await shelf.listBooks({ limit: 49 });
await shelf.removeBook({ isbn: all[0].isbn }); all.length`;
    const { text, asked } = await converse(code, 'accept');
    expect(asked).toEqual([question]);
    expect(text).toBe('2000');
    expect(api.requests).toEqual(['GET /books?limit=49', 'GET /books?limit=49', 'DELETE /books/1']);
  });

  test('the question of a handler is asked, and no call is sent again', async () => {
    const code = `const [status] = await Promise.all([shelf.getStatus(), shelf.listBooks()]);
const book = await shelf.addBook({ isbn: "9", title: "emma" });
[status, book.title, Date.now() > 0]`;
    expect(await converse(code, 'accept')).toEqual({ text: '["fine","EMMA",true]', asked: ['Sure?'] });
    expect(api.requests.toSorted()).toEqual(['GET /books', 'GET /status', 'POST /books {"isbn":"9","title":"EMMA"}']);
  });
});

test('long answers of calls are not kept until the end of a run', async () => {
  const environment = { ...api.environment, NODE_OPTIONS: '--max-old-space-size=64' };
  const client = await askServer(openServer, stdio, { environment });
  const code =
    'let n = 0; for (let i = 0; i < 14; i += 1) n += (await shelf.getBook({ isbn: "long" })).title.length; n';
  // Kept, they would take 100 MB. Each script computes little.
  const answers = await Promise.all(Array.from({ length: 4 }, () => runCode(client, code)));
  expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 4 }, () => '14000000'));
  await client.close();
});

test('integers that a number cannot hold reach a script and the API exactly', async () => {
  const client = await askServer(openServer, stdio, { environment: api.environment });
  const code = `const { title } = await shelf.addBook({ isbn: '1', title: 'x', shelfmark: 9007199254740993n });
const { shelfmark } = await shelf.addBook({ isbn: '2', title, shelfmark: 9007199254740993n });
[typeof shelfmark, shelfmark, shelfmark + 1n]`;
  expect(await runCode(client, code)).toMatchObject({ text: '["bigint",9007199254740993,9007199254740994]' });
  expect(api.requests[0]).toContain('"shelfmark":9007199254740993');
  await client.close();
});

test('confirm: never calls without a question', async () => {
  const client = await askServer(openServer, stdio, { environment: api.environment });
  expect(await runCode(client, 'await shelf.removeBook({ isbn: "1" })')).toMatchObject({ text: 'Success' });
  expect(api.requests).toEqual(['DELETE /books/1']);
  await client.close();
});

test('a read-only server has only functions that change nothing', async () => {
  const client = await askServer(openServer, stdio, { args: ['--read-only'], environment: api.environment });
  expect((await runCode(client, 'await shelf.removeBook({ isbn: "1" })')).text).toContain('There is no function');
  expect((await runCode(client, 'await shelf.getStatus()')).text).toBe('fine');
  expect(api.requests).toEqual(['GET /status']);
  await client.close();
});

test('a mode that a server does not have ends it at the start', async () => {
  const start = (args: readonly string[], environment = {}): ServerProcess =>
    startServer(plainServer, args, environment);
  const wrong = start(['--mode', 'discover']);
  expect(await wrong.exited).toBe(1);
  expect(wrong.output.stderr).toContain('This server has no mode "discover", only tools, code');
  const unknown = start([], { MCP_MODE: 'fast' });
  expect(await unknown.exited).toBe(2);
  expect(unknown.output.stderr).toContain('Invalid mode: "fast". Valid modes: tools, discover, code');
});

test('what is generated passes the strictest type check', async () => {
  expect(await typeCheck(project.folder)).toBe('');
});
