import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { byId, keepTalking, talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';

const definition = `
server: { name: values, version: 1.0.0 }
tools:
  list_books:
    description: Lists books.
    inputSchema:
      type: object
      properties:
        limit: { $ref: '#/$defs/Limit', description: How many. }
        order: { allOf: [{ $ref: '#/$defs/Order' }], description: In which order. }
        page: { $ref: '#/$defs/Limit', description: Which page., default: 1 }
        options: { $ref: '#/$defs/Options', description: More. }
  rename:
    description: Renames something.
    inputSchema:
      type: object
      properties: { name: { type: string, nullable: true, description: The name. } }
      required: [name]
    outputSchema: { type: object, properties: { name: { type: string, nullable: true } }, required: [name] }
  order:
    description: Orders something.
    inputSchema:
      type: object
      properties:
        id: { type: integer, description: Which one. }
        copies: { type: integer, minimum: 1, maximum: 9007199254740991, description: How many. }
        weight: { type: number, description: How heavy. }
        cover: { type: string, contentEncoding: base64, description: An image. }
        how:
          description: How it is sent.
          oneOf: [{ $ref: '#/$defs/Post' }, { $ref: '#/$defs/Courier' }]
  factorial:
    description: Computes a factorial.
    handler: ./math.ts#multiply
    args: [{ type: integer, description: Of what. }]
    returns: { Factorial: { type: integer } }
  powers:
    description: Computes powers.
    outputSchema: { type: object, properties: { powers: { type: array, items: { type: integer } } }, required: [powers] }
  share:
    description: Shares something.
    inputSchema: { type: object, properties: { by: { type: integer, description: Among how many. } }, required: [by] }
    returns: { Share: { type: number, minimum: 0 }, Rest: { $ref: '#/$defs/Count' } }
$defs:
  Post:
    { type: object, properties: { way: { const: post }, stamp: { type: string }, zip: { type: integer } }, required: [way, stamp] }
  Courier:
    { type: object, properties: { way: { const: courier }, phone: { type: string }, fee: { type: number } }, required: [way, phone, fee] }
  Limit: { $ref: '#/$defs/Count', maximum: 100 }
  Count: { type: integer, default: 10 }
  Order: { enum: [title, year], default: title }
  Options: { type: object, default: {}, properties: { isbn: { $ref: '#/$defs/Flag' } } }
  Flag: { type: boolean, default: true }
`;

const project = await createProject({
  'definitions/values.mcp.yaml': definition,
  'handlers/tools/list-books.ts': `
import type { ListBooks } from '../../generated/handlers.ts';
export const listBooks: ListBooks = ({ limit, order, page, options }): string => {
  const count: number = limit + page;
  const by: 'title' | 'year' = order;
  return JSON.stringify([count, by, options]);
};
`,
  'handlers/tools/rename.ts': `
import type { Rename, RenameResult } from '../../generated/handlers.ts';
export const rename: Rename = ({ name }): RenameResult => {
  const text: string | null = name;
  return { name: text };
};
`,
  'handlers/server.ts': `
import type { AuthInfo } from 'create-mcp-from-schema/runtime';

declare module 'create-mcp-from-schema/runtime' {
  interface AuthClaims {
    readonly tenant: string;
  }
}

export const authenticate = (): AuthInfo => ({ principal: 'ada', tenant: 'library' });
`,
  'handlers/tools/order.ts': `
import type { Order } from '../../generated/handlers.ts';
export const order: Order = (_input, { auth }): string => {
  const tenant: string | undefined = auth?.tenant;
  return tenant ?? 'nobody';
};
`,
  'handlers/tools/powers.ts': `
import type { Powers, PowersResult } from '../../generated/handlers.ts';
export const powers: Powers = (): PowersResult => ({ powers: [2, 2n ** 64n, 10n ** 310n] });
`,
  'handlers/tools/share.ts': `
import type { Share, ShareResult } from '../../generated/handlers.ts';
export const share: Share = ({ by }): ShareResult => ({ Share: 12 / by, Rest: 12 % by });
`,
  'test/types.ts': `
import { openTestServer } from 'create-mcp-from-schema/testing';
import { project } from '../generated/test-project.ts';
const { tools } = await openTestServer(project);
// Handlers may answer with bigints; clients get numbers, and send them.
const { structured } = await tools.factorial({ arg1: 3 });
export const total: number = structured.Factorial + ((await tools.powers()).structured.powers[0] ?? 0);
// @ts-expect-error -- an argument
await tools.factorial({ arg1: 3n });
`,
  'definitions/math.ts': `
export function multiply(n: number): bigint {
  return n < 2 ? 1n : BigInt(n) * multiply(n - 1);
}
`,
});
const server = await project.bundle();
const ask = keepTalking(server);

type Result = Readonly<Record<string, unknown>>;

/** Calls a tool with several arguments, given as JSON. */
async function callAll(name: string, inputs: readonly string[]): Promise<readonly Result[]> {
  const requests = inputs.map(
    (input, id) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`,
  );
  const { messages } = await ask(requests);
  return byId(messages).map(({ result }) => result as Result);
}

async function call(name: string, input: string): Promise<Result> {
  const [result] = await callAll(name, [input]);
  return result ?? {};
}

async function listTools(): Promise<readonly { readonly name: string; readonly title: string }[]> {
  const { messages } = await ask([{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }]);
  const [answer] = messages;
  return answer?.result.tools;
}

test('the handlers fit the types', async () => {
  expect(await typeCheck(project.folder, ['generated', 'handlers', 'test'])).toBe('');
});

test('a default at the root of a referred schema is filled and typed', async () => {
  expect(await call('list_books', '{}')).toMatchObject({ content: [{ text: '[11,"title",{"isbn":true}]' }] });
  const given = '{"limit":20,"order":"year","page":2,"options":{"isbn":false}}';
  expect(await call('list_books', given)).toMatchObject({ content: [{ text: '[22,"year",{"isbn":false}]' }] });
});

test('nullable is served as a type that allows null, with a warning at its place', async () => {
  expect(await call('rename', '{"name":null}')).toMatchObject({ structuredContent: { name: null } });
  const warnings = project.report.diagnostics.map(({ severity, code, location }) => [severity, code, location?.line]);
  expect(warnings).toEqual([
    ['warning', 'unknown-keyword', 17],
    ['warning', 'unknown-keyword', 19],
  ]);
  const tools = await listTools();
  // The title of a bound tool is not the name of its function.
  expect(tools).toContainEqual(expect.objectContaining({ name: 'factorial', title: 'factorial' }));
  const rename = tools.find(({ name }) => name === 'rename');
  expect(rename).toMatchObject({
    inputSchema: { properties: { name: { type: ['string', 'null'], description: 'The name.' } } },
    outputSchema: { properties: { name: { type: ['string', 'null'] } } },
  });
});

test('of a union with a discriminator, only the problems of the branch that it names are reported', async () => {
  expect(await call('order', '{"how":{"way":"courier","phone":1}}')).toEqual({
    content: [
      {
        type: 'text',
        text: 'Invalid arguments for tool "order":\n- how.fee: is required\n- how.phone: must be a string, got 1',
      },
    ],
    isError: true,
  });
});

test('an integer beyond 2^53 is refused, not rounded', async () => {
  const refused = await call('order', '{"id":9007199254740993,"copies":9007199254740993,"weight":1e300}');
  expect(refused).toEqual({
    content: [
      {
        type: 'text',
        text:
          'Invalid arguments for tool "order":\n' +
          '- id: must be an integer from -9007199254740991 to 9007199254740991; integers outside this range would be rounded\n' +
          '- copies: must be at most 9007199254740991, got 9007199254740992',
      },
    ],
    isError: true,
  });
  expect(await call('order', '{"id":-9007199254740991}')).toEqual({ content: [{ type: 'text', text: 'nobody' }] });
});

test('a bigint is printed with all its digits, as text and as a JSON number', async () => {
  const { messages, stdout } = await ask([
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'powers', arguments: {} } },
  ]);
  const powers = `{"powers":[2,18446744073709551616,1${'0'.repeat(310)}]}`;
  expect(messages[0]?.result.content[0].text).toBe(powers);
  expect(stdout).toContain(`"structuredContent":${powers}`);
});

test.each([
  [25, 26],
  // 171! is the first that is beyond 1.8e308.
  [171, 310],
  [3000, 9131],
])('the factorial of %i has all its %i digits, as text and as a JSON number', async (of, count) => {
  let digits = 1n;
  for (let factor = 2n; factor <= of; factor += 1n) digits *= factor;
  expect(String(digits)).toHaveLength(count);
  const { messages, stdout } = await ask([
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'factorial', arguments: { arg1: of } } },
  ]);
  expect(messages[0]?.result.content[0].text).toBe(`Factorial: ${digits}`);
  expect(stdout).toContain(`"structuredContent":{"Factorial":${digits}}`);
});

test('an integer of more than 10,000 digits is an error that says so', async () => {
  expect(await call('factorial', '{"arg1":4000}')).toEqual({
    content: [
      { type: 'text', text: 'Tool "factorial" returned what cannot be sent: an integer of more than 10,000 digits' },
    ],
    isError: true,
  });
});

test('contentEncoding base64 is asserted', async () => {
  const cover = (text: string) => JSON.stringify({ cover: text });
  for (const result of await callAll('order', ['', 'AA==', 'AAA=', 'AAAA', '+/9x'].map(cover))) {
    expect(result).not.toHaveProperty('isError');
  }
  const wrong = ['A', 'AA', 'AA=A', 'A===', '====', '-_9x', 'AAAA\n', 'AAAA AAA', 'äAAA'];
  for (const result of await callAll('order', wrong.map(cover))) {
    expect(result).toMatchObject({
      content: [{ text: expect.stringContaining('- cover: must be Base64, got ') }],
      isError: true,
    });
  }
});

test('values of returns are checked like outputs', async () => {
  expect(await call('share', '{"by":5}')).toEqual({
    content: [{ type: 'text', text: 'Share: 2.4\nRest: 2' }],
    structuredContent: { Share: 2.4, Rest: 2 },
  });
  expect(await call('share', '{"by":0}')).toEqual({
    content: [
      {
        type: 'text',
        text: 'Tool "share" returned values of the wrong type:\n- Share: must be a number, got null\n- Rest: must be an integer, got null',
      },
    ],
    isError: true,
  });
});

test('at a terminal, a server says that it waits for a client', async () => {
  const atTerminal = `Object.defineProperty(process.stdin, 'isTTY', { value: true }); await import('${pathToFileURL(server)}');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', atTerminal]);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    child.stdin.end();
  });
  await once(child, 'close');
  expect(stderr).toMatch(/^values 1\.0\.0 reads MCP messages from stdin and is meant to be started by a client/u);
  expect((await talk(server, [])).stderr).toBe('');
});
