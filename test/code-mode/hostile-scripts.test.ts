import { afterAll, beforeAll, expect, test } from 'vitest';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { shelfFiles, startShelf } from '../openapi/shelf-api.js';
import { copyImpatient, readText, runCode } from './code-kit.js';

const project = await createProject(shelfFiles('mode: code'));
const server = await project.bundle();
const api = await startShelf();
const secret = 'hunter2-of-the-operator';
let asked: AskedServer;
/** As `asked`, with less time for a script. */
let impatient: AskedServer;

beforeAll(async () => {
  const environment = { ...api.environment, SECRET: secret };
  const open = (file: string) => askServer(file, { carrier: 'stdio', revision: '2026-07-28' }, { environment });
  [asked, impatient] = await Promise.all([open(server), open(copyImpatient(server, 200))]);
});

afterAll(() => Promise.all([asked.close(), impatient.close(), api.close()]));

/** Scripts that never end by themselves. */
const timedOut = /^Error: The script used more than 200 ms of computing time/u;

/** Title, code, and a part of what the script comes to. */
const scripts: readonly (readonly [title: string, code: string, expected: RegExp])[] = [
  ['the process', 'process.exit(1)', /'process' is not defined/u],
  ['the environment', 'globalThis.process?.env.SECRET', /no value/u],
  ['modules', 'require("fs")', /'require' is not defined/u],
  ['an import', 'import fs from "node:fs"; 1', /Error/u],
  ['a dynamic import', 'await import("node:fs")', /could not load module/u],
  ['the network', 'await fetch("http://127.0.0.1")', /'fetch' is not defined/u],
  ['timers', 'setTimeout(() => {}, 1)', /'setTimeout' is not defined/u],
  ['threads', 'new Worker("x")', /'Worker' is not defined/u],
  ['WebAssembly', 'new WebAssembly.Module()', /'WebAssembly' is not defined/u],
  ['the constructor of functions', 'shelf.getBook.constructor("return process")()', /'process' is not defined/u],
  ['constructor.constructor', 'this.constructor.constructor("return this.process")()', /no value/u],
  [
    'the constructor of async functions',
    '(async () => {}).constructor("return process")()',
    /'process' is not defined/u,
  ],
  [
    'the constructor of a result',
    '(await shelf.getBook({ isbn: "1" })).constructor.constructor("return process")()',
    /'process' is not/u,
  ],
  ['eval', 'eval("process")', /'process' is not defined/u],
  ['indirect eval', '(0, eval)("this.process")', /no value/u],
  [
    'the stack of errors',
    'Error.prepareStackTrace = (e, frames) => frames; new Error("x").stack.constructor.name',
    /^String$/u,
  ],
  ['callers', 'function f() { return f.caller } f()', /Error|null|no value/u],
  ['arguments.callee', '(function () { return typeof arguments.callee.caller })()', /./u],
  [
    'the host function',
    'Object.getOwnPropertyNames(globalThis).filter((n) => /send|settle|bridge/.test(n)).length',
    /^0$/u,
  ],
  [
    'Function.prototype.call',
    'Function.prototype.call = Function.prototype.apply = () => "taken"; (await shelf.getBook({ isbn: "1" })).title',
    /^Dune$/u,
  ],
  [
    'JSON',
    'JSON.stringify = () => "{}"; JSON.parse = () => ({ title: "forged" }); (await shelf.getBook({ isbn: "1" })).title',
    /^Dune$/u,
  ],
  [
    'Promise.prototype.then',
    'Promise.prototype.then = () => {}; (await shelf.getBook({ isbn: "1" })).title',
    /^Dune$/u,
  ],
  ['Promise', 'Promise = undefined; (await shelf.getBook({ isbn: "1" })).title', /^Dune$/u],
  [
    'Array.prototype',
    'Array.prototype.push = Array.prototype.join = () => { throw 1 }; (await shelf.getBook({ isbn: "1" })).title',
    /^Dune$/u,
  ],
  [
    'Object.prototype',
    'Object.prototype.isbn = "9"; Object.prototype.kind = "call"; (await shelf.getBook({ isbn: "1" })).title',
    /^Dune$/u,
  ],
  [
    'getters on Object.prototype',
    'Object.defineProperty(Object.prototype, "error", { get() { throw 1 } }); (await shelf.getBook({ isbn: "1" })).title',
    /^Dune$/u,
  ],
  [
    'setters on Object.prototype',
    'Object.defineProperty(Object.prototype, "1", { set(v) { globalThis.got = v } }); await shelf.getBook({ isbn: "1" }); typeof got',
    /^undefined$/u,
  ],
  [
    'Symbol.iterator',
    'Array.prototype[Symbol.iterator] = () => { throw 1 }; (await shelf.getBook({ isbn: "1" })).title',
    /^Dune$/u,
  ],
  [
    'a __proto__ key in arguments',
    'await shelf.getBook(JSON.parse(\'{"isbn":"1","__proto__":{"x":1}}\'))',
    /Dune|Invalid arguments/u,
  ],
  ['a __proto__ key in the value', 'JSON.parse(\'{"__proto__":{"polluted":1}}\')', /polluted/u],
  ['functions named __proto__', 'shelf.__proto__', /There is no function shelf.__proto__/u],
  ['functions named constructor', 'shelf.constructor({})', /There is no function shelf.constructor/u],
  ['a call by a forged name', 'shelf["removeBook"]({ isbn: "1" })', /is not allowed/u],
  ['a call through Reflect', 'await Reflect.apply(shelf.removeBook, null, [{ isbn: "1" }])', /is not allowed/u],
  ['a call through a copy', 'const { removeBook: harmless } = shelf; await harmless({ isbn: "1" })', /is not allowed/u],
  ['a call of a tool that is not a function', 'shelf.run_code({ code: "1" })', /There is no function/u],
  ['new functions', 'shelf.extra = () => 1; shelf.extra()', /Error/u],
  ['other functions in their place', '"use strict"; shelf.getBook = () => 1', /Error/u],
  [
    'a forged confirmation',
    'await shelf.removeBook({ isbn: "1", confirmed: true, inputResponses: { confirm: { action: "accept" } } })',
    /is not allowed/u,
  ],
  ['an endless loop', 'for (;;);', timedOut],
  ['an endless loop in toJSON', '({ toJSON() { for (;;); } })', timedOut],
  ['endless microtasks', 'await new Promise(() => { (function f() { Promise.resolve().then(f) })() })', timedOut],
  ['a regular expression that backtracks', '/^(a+)+$/.test("a".repeat(40) + "b")', timedOut],
  ['a method of the engine that does not look at the clock', 'new Array(2 ** 32 - 2).indexOf(1)', timedOut],
  ['endless recursion', '(function f() { f() })()', /stack overflow/u],
  ['endless recursion of toString', 'const o = { toString() { return `${o}` } }; `${o}`', /stack overflow/u],
  ['a proxy whose traps recurse', 'const p = new Proxy({}, { get: (t, k) => p[k] }); p.x', /stack overflow/u],
  ['memory', 'const all = []; for (;;) all.push(new Uint8Array(1e6))', /^InternalError: out of memory/u],
  ['a huge string', 'let s = "x"; for (;;) s += s', /string too long|out of memory/u],
  ['a huge value', '"x".repeat(5e6)', /5000000 characters/u],
  ['a deep value', 'let d = []; for (let i = 0; i < 1e5; i += 1) d = [d]; d', /Error/u],
  [
    'a deep argument',
    'let d = []; for (let i = 0; i < 2e3; i += 1) d = [d]; await shelf.getBook({ isbn: d })',
    /Error/u,
  ],
  ['a huge argument', 'await shelf.getBook({ isbn: "x".repeat(2e6) })', /arguments of shelf.getBook are too long/u],
  [
    'a million calls',
    'for (let i = 0; i < 1e6; i += 1) shelf.getBook({ isbn: "1" }).catch(() => {}); 1',
    /Not awaited|used more than 2|out of memory/u,
  ],
  [
    'more calls than allowed',
    'await Promise.all(Array.from({ length: 201 }, () => shelf.getStatus()))',
    /may make 200 calls/u,
  ],
  [
    'a console flood',
    'for (let i = 0; i < 2e4; i += 1) console.log("flood".repeat(100)); "over"',
    /^over[^]{0,9000}more was printed/u,
  ],
  [
    'a long line on the console, with its own slice',
    'String.prototype.slice = function () { return `${this}` }; console.log("x".repeat(3e6)); 1',
    /^1\n\nConsole:\nx+…$/u,
  ],
  [
    'a long error, with its own slice',
    'String.prototype.slice = function () { return `${this}` }; throw new Error("x".repeat(3e6))',
    /^Error: x+/u,
  ],
  [
    'a long error that nobody handles, with its own slice',
    'String.prototype.slice = function () { return `${this}` }; Promise.reject(new Error("x".repeat(3e6))); 1',
    /^1\n\nErrors[^]*Error: x+/u,
  ],
  [
    'a console of what cannot be shown',
    'console.log(new Proxy({}, { ownKeys() { throw 1 } }), { toJSON() { throw 1 } }, Symbol("s")); 1',
    /cannot be shown/u,
  ],
  ['an error that cannot be shown', 'throw { get message() { throw 1 }, toString() { throw 2 } }', /Thrown/u],
  [
    'an error with a forged stack',
    'const e = new Error("x"); e.stack = "code:99999999999999:1 " + "code:".repeat(1e4); throw e',
    /Error: x/u,
  ],
  [
    'an error with a getter of its stack',
    'const e = new Error("x"); Object.defineProperty(e, "stack", { get() { throw e } }); throw e',
    /Error: x|cannot be shown/u,
  ],
  ['an error of another type', 'throw null', /Thrown: null/u],
  ['a thenable', '({ then(resolve) { resolve({ then(next) { next(7) } }) } })', /^7$/u],
  ['a thenable argument', 'await shelf.getBook({ isbn: { then() {} } })', /Invalid arguments/u],
  ['a promise that nothing settles', 'await new Promise(() => {})', /never settles/u],
  ['a rejection that nobody handles', 'Promise.reject(new Error("lost")); 1', /^1\n\nErrors[^]*Error: lost/u],
  [
    'a rejected call whose prototype is taken',
    'Promise.prototype.then = null; Object.prototype.get = 1; Object.prototype.value = 1; await shelf.getBook({ isbn: "0" })',
    /returned 404/u,
  ],
  [
    'another constructor of promises',
    'const p = shelf.getBook({ isbn: "1" }); Object.defineProperty(p, "constructor", { value: { [Symbol.species]: function () { throw 1 } } }); (await p).title',
    /./u,
  ],
  ['a call after the end', 'shelf.getStatus().then(() => shelf.removeBook({ isbn: "1" })); 1', /^1/u],
  ['a symbol', 'Symbol("x")', /no value|Error/u],
  ['a big integer', '({ n: 2n ** 64n })', /18446744073709551616/u],
  ['a circle', 'const a = {}; a.a = a; a', /circular|Error/u],
  ['an argument with a getter', 'await shelf.getBook({ get isbn() { throw new Error("mine") } })', /Error: mine/u],
  ['an argument that is a proxy', '(await shelf.getBook(new Proxy({ isbn: "1" }, {}))).title', /^Dune$/u],
  ['an argument that is no object', 'await shelf.getBook("1")', /takes one object/u],
  ['two arguments', 'await shelf.getBook({ isbn: "1" }, { isbn: "2" })', /takes one object/u],
  ['shared memory', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', /Error/u],
  ['finalizers', 'new FinalizationRegistry(() => { for (;;); }).register({}, 1); 1', /^1$/u],
  ['syntax that ends the wrapper', '}); process.exit(1); (() => {', /SyntaxError/u],
  ['a return that ends the wrapper', 'return 1 })(); process.exit(1); (async () => {', /SyntaxError/u],
  [
    'a time-out that an async function catches',
    'const f = async () => { for (;;); }; try { await f() } catch { "caught" }',
    timedOut,
  ],
  [
    'an async generator that never ends its return',
    'async function* g() { try { yield 1 } finally { for (;;); } } for await (const x of g()) break; 1',
    timedOut,
  ],
  [
    'a call in a getter of an error',
    'const e = new Error("x"); Object.defineProperty(e, "message", { get() { shelf.getStatus(); return "late" } }); throw e',
    /^Error: late/u,
  ],
  [
    'instanceof',
    'Object.defineProperty(Error, Symbol.hasInstance, { value() { return false } }); throw new Error("x")',
    /^Thrown/u,
  ],
  [
    'a value that doubles',
    'let a = ["x"]; for (let i = 0; i < 60; i += 1) a = [a, a]; a',
    /out of memory|used more than 2/u,
  ],
  ['a big integer that grows', 'let n = 3n; for (;;) n *= n', /BigInt is too large|used more than 2/u],
  ['a buffer that grows', 'new ArrayBuffer(8, { maxByteLength: 2 ** 40 })', /Error/u],
  [
    'the constructor of the promises of the bridge',
    'Object.defineProperty(Promise.prototype, "constructor", { get() { globalThis.seen = this; throw 1 } }); (await shelf.getBook({ isbn: "1" })).title',
    /^Dune$|^Thrown: 1/u,
  ],
  [
    'methods that the bridge could hand its secrets to',
    'const seen = []; for (const key of ["startsWith", "includes", "slice", "charCodeAt"]) String.prototype[key] = function (...given) { seen.push(given); return true }; await shelf.listLoans(); seen.length',
    /^0$/u,
  ],
  ['an escape in the name of a function', 'await shelf.remove\\u0042ook({ isbn: "1" })', /is not allowed/u],
  [
    'a line separator that ends a comment',
    '// hidden \\u2028 await shelf.removeBook({ isbn: "1" })\n1'.replace('\\u2028', '\u2028'),
    /is not allowed/u,
  ],
  [
    'another prototype of the functions',
    'Object.setPrototypeOf(shelf, { removeBook: () => 1, extra: () => 2 }); shelf.removeBook({ isbn: "1" })',
    /is not allowed/u,
  ],
  ['functions that are called by a conversion to text', '`${shelf}`', /There is no function shelf\.toString/u],
  ['a source map', '//# sourceMappingURL=file:///etc/passwd\nnull.x', /at line 2, column 5/u],
  ['a method with the name of a position', 'const o = { ["code:9:9"]() { null.x } }; o["code:9:9"]()', /^TypeError/u],
  ['brackets that overflow the stack of the parser', '['.repeat(30_000), /Error/u],
  [
    'types that overflow the stack of the parser',
    `let a: ${'Array<'.repeat(8000)}1${'>'.repeat(8000)} = 1; 1`,
    /Error/u,
  ],
  [
    'arrows that the parser tries again and again',
    `x = ${'async (a = '.repeat(40)}1${') => 1'.repeat(40)}; 1`,
    timedOut,
  ],
  ['a regular expression with too many groups', 'new RegExp("(".repeat(30000) + ")".repeat(30000))', /SyntaxError/u],
  [
    'calls that fail, beyond the number of calls',
    'let n = 0; for (let i = 0; i < 300; i += 1) try { await shelf.getBook({ isbn: "0" }) } catch { n += 1 } n',
    /^300$/u,
  ],
  [
    'arguments of many calls at once, which are memory of the script',
    // The error of a call that found no memory may itself be lost.
    'const isbn = "x".repeat(1e6); (await Promise.allSettled(Array.from({ length: 200 }, () => shelf.getBook({ isbn })))).some(({ status, reason }) => status === "rejected" && /memory|null/.test(reason))',
    /out of memory|used more than 2|^true$/u,
  ],
  ['Base64 of other text', 'btoa("\u20ac")', /btoa takes bytes/u],
  ['text that is no Base64', 'atob("a===")', /not Base64/u],
  ['a URL that is too long', 'new URL("https://a.test/" + "x".repeat(3e5))', /^TypeError: Invalid URL/u],
  [
    'a query that grows without end',
    'const u = new URL("https://a.test"); for (;;) u.searchParams.append("k".repeat(1000), "v")',
    /^(?:RangeError: The text is too long|TypeError: Invalid URL)|used more than 2/u,
  ],
  [
    'the constructor of a URL',
    'new URL("https://a.test").constructor.constructor("return process")()',
    /'process' is not/u,
  ],
  ['an object of the host in a URL', 'Object.keys(new URL("https://a.test")).length', /^0$/u],
  [
    'methods that the globals of the web could hand the bridge to',
    `const seen = []; let isOver = false;
for (const owner of [Array.prototype, String.prototype, Set.prototype, Function.prototype]) for (const key of Object.getOwnPropertyNames(owner)) {
  const own = Object.getOwnPropertyDescriptor(owner, key).value;
  if (typeof own !== 'function' || key === 'constructor') continue;
  owner[key] = function (...given) {
    if (!isOver) { seen[seen.length] = this; for (let i = 0; i < given.length; i += 1) seen[seen.length] = given[i]; }
    return Reflect.apply(own, this, given);
  };
}
const u = new URL('https://a.test?b=1'); u.searchParams.set('c', 1); new TextDecoder().decode(new TextEncoder().encode('x'));
console.table([{ a: 1 }]); structuredClone({ a: [1] }); isOver = true;
seen.filter((each) => typeof each === 'function' && /^(?:resolveGlobal|send)$/.test(each.name)).length + (seen.length > 10 ? 0 : 100)`,
    /^0\n/u,
  ],
  [
    'texts that the host decodes, with another way to write lists',
    'Array.prototype.toJSON = () => "x"; Object.prototype.toJSON = () => "y"; String.prototype.toJSON = () => "z"; new URL("https://a.test/b").pathname.length',
    /^2$/u,
  ],
  ['an unknown encoding', 'new TextDecoder("x".repeat(1e6))', /^RangeError: The encoding x+ is not supported/u],
  [
    'invalid bytes',
    'new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255]))',
    /^TypeError: The bytes are not valid utf-8/u,
  ],
  ['a clone of functions of the server', 'structuredClone(shelf)', /There is no function|cannot be cloned/u],
  [
    'a clone that never ends',
    'const a = []; let b = a; for (let i = 0; i < 1e5; i += 1) b = [b]; structuredClone(b)',
    /stack overflow/u,
  ],
  [
    'an iterator that never ends',
    '(function* () { for (;;) yield "x".repeat(1000) })()',
    /used more than 2|out of memory/u,
  ],
  [
    'a map that is none',
    'Object.defineProperty(Map, Symbol.hasInstance, { value: () => true }); [new (class {})()]',
    /Error/u,
  ],
  [
    'a table without end',
    'console.table(Array.from({ length: 1e5 }, (_, i) => ({ ["c" + i]: i }))); 1',
    /^1\n\nConsole:/u,
  ],
  ['fences inside each other', '```\n1\n```\n2\n```', /Error|no value|./u],
  ['blanks where a fence could be', `${' '.repeat(30_000)}\n${'\n'.repeat(30_000)}1`, /^1$/u],
  [
    'names that take long to compare',
    `const all = await shelf.listLoans(); all.cuont; ${Array.from({ length: 4000 }, (_, i) => `all.x${i}_conut`).join(';')}`,
    /did you mean .count.\?$/u,
  ],
  ['control characters', 'console.log("\\u0000\\u001b[2J"); "\\ud800"', /./u],
];

test.each(scripts)('%s: nothing gets out, and the server goes on', async (_title, code, expected) => {
  const before = api.requests.length;
  const subject = expected.source.includes('used more than 2') ? impatient : asked;
  const { text } = await runCode(subject, code);
  expect(text).toMatch(expected);
  expect(text.length).toBeLessThan(60_000);
  expect(text).not.toContain(secret);
  expect(api.requests.slice(before).filter((line) => line.startsWith('DELETE'))).toEqual([]);
  expect(api.requests.length - before).toBeLessThanOrEqual(200);
  expect(readText(await subject.call('search_api', { query: 'status' })).text).toContain(
    'getStatus(): Promise<unknown>',
  );
});

test('a script that computes does not stop other requests', async () => {
  const way = { carrier: 'HTTP', revision: '2026-07-28' } as const;
  const http = await askServer(copyImpatient(server, 500), way, { environment: api.environment });
  const order: string[] = [];
  const spinning = runCode(http, 'for (;;);').then(() => order.push('script'));
  expect(await http.listTools()).toContain('run_code');
  order.push('list');
  await spinning;
  await http.close();
  expect(order).toEqual(['list', 'script']);
});
