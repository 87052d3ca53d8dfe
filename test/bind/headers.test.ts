import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from '../clients/http-server.js';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';
import { HttpTarget } from '../wire/http-kit.js';
import { modern, request, type Wire } from '../wire/wire.js';
import { resultOf } from './transports.js';

const files = {
  'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0, trustedHeaders: [X-Tenant, X-Level] }
tools:
  whose:
    description: Returns the tenant.
    inputSchema: { type: object, properties: { tenant: { type: string, bind: { header: X-Tenant } } } }
  level:
    description: Returns the level.
    inputSchema: { type: object, properties: { level: { type: integer, maximum: 9, bind: { header: x-level } } } }
prompts:
  whose:
    description: Names the tenant.
    arguments: { tenant: { bind: { header: X-Tenant } } }
    messages: [{ role: user, content: '{{tenant}}' }]
`,
  'handlers/tools/whose.ts': `import type { Whose } from '../../generated/handlers.ts';
export const whose: Whose = ({ tenant }) => tenant;
`,
  'handlers/tools/level.ts': `import type { Level } from '../../generated/handlers.ts';
export const level: Level = (input) => String(input.level + 1);
`,
};

let bundle: string;
let server: HttpServer;
let target: HttpTarget;

beforeAll(async () => {
  bundle = await (await createProject(files)).bundle();
  server = await startHttpServer(bundle);
  target = new HttpTarget(server.url);
}, 120_000);

afterAll(async () => {
  await server.stop();
});

const missing = 'Not allowed: the request needs the header X-Tenant';

/** Values of the header as they are on the wire, with the text that a caller gets. */
const values: readonly (readonly [name: string, sent: string | undefined, expected: string])[] = [
  ['one value', 'acme', 'acme'],
  ['white space around it', '  acme\t', 'acme'],
  ['white space inside', 'a b', 'a b'],
  ['two values in one line', 'a, b', missing],
  ['a comma', 'acme,', missing],
  ['two lines', 'acme\r\nX-Tenant: globex', missing],
  ['two equal lines', 'acme\r\nx-tenant: acme', missing],
  ['no value', '', missing],
  ['white space alone', '   ', missing],
  ['no header', undefined, missing],
  ['10 kB', 'x'.repeat(10_000), 'x'.repeat(10_000)],
  // Headers are bytes: a proxy that writes UTF-8 sends each byte as a character.
  ['characters beyond ASCII', 'M\u00fcller', 'M\u00fcller'],
  ['UTF-8', Buffer.from('Müller').toString('latin1'), 'M\u00c3\u00bcller'],
  ['another header', 'acme\r\nX-Tenant-Key: globex', 'acme'],
];

const ask = async (method: string, params: object, headers: { readonly [name: string]: string | undefined }) => {
  const { messages, status } = await target.post(modern(1, method, params), headers);
  expect(status).toBe(200);
  return resultOf(messages[0]);
};

describe('a tool and a prompt whose argument is bound to a header', () => {
  test.each(values)('get %s', async (_name, sent, expected) => {
    const headers = { 'X-Tenant': sent };
    const called = await ask('tools/call', { name: 'whose', arguments: {} }, headers);
    expect([called['isError'] ?? false, called['content']?.[0]?.text]).toEqual([expected === missing, expected]);
    const got = await ask('prompts/get', { name: 'whose' }, headers);
    expect(got['messages']?.[0]?.content.text ?? got['message']).toBe(expected);
  });

  test('take it from no argument', async () => {
    const sent = { name: 'whose', arguments: { tenant: 'globex' } };
    expect((await ask('tools/call', sent, { 'X-Tenant': 'acme' }))['content']).toEqual([
      {
        type: 'text',
        text: 'Invalid arguments for tool "whose":\n- tenant: cannot be sent, because the server sets it',
      },
    ]);
    expect(await ask('prompts/get', sent, { 'X-Tenant': 'acme' })).toEqual({
      code: -32602,
      message: 'Invalid params: "tenant" cannot be sent, because the server sets it',
    });
  });

  test.each(['Mcp-Param-tenant', 'Mcp-Param-Tenant', 'Tenant'])('take it from no header %s', async (name) => {
    const headers = { [name]: 'globex' };
    expect((await ask('tools/call', { name: 'whose', arguments: {} }, headers))['content']?.[0]?.text).toBe(missing);
  });

  test('are refused if it is not ASCII and longer than the limits of HTTP', async () => {
    const message = modern(1, 'tools/call', { name: 'whose', arguments: {} });
    expect((await target.post(message, { 'X-Tenant': 'ü'.repeat(100_000) })).status).toBe(431);
  });
});

test.each([
  ['7', '8'],
  ['-7', '-6'],
  ['0x7', 'Not allowed: the request needs the header x-level'],
  ['7.5', 'Not allowed: the request needs the header x-level'],
  ['7 7', 'Not allowed: the request needs the header x-level'],
  ['9007199254740993', 'Not allowed: the request needs the header x-level'],
  ['10', 'Not allowed: the server has no valid value for this caller'],
])('the header %s is read as the integer that the schema wants', async (sent, expected) => {
  const called = await ask('tools/call', { name: 'level', arguments: {} }, { 'X-Level': sent });
  expect(called['content']?.[0]?.text).toBe(expected);
});

test('the server does not start on stdio, and says what to write', async () => {
  const message: Wire = request(1, 'tools/call', { name: 'whose', arguments: {} });
  const { exitCode, stdout, stderr } = await talk(bundle, [message]);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain(
    'This server cannot be used over stdio: the argument "tenant" of the tool "whose" comes from the header X-Tenant, and stdio has none. ' +
      'Serve HTTP (--http), or add `stdio` with a value to `bind` of the argument.',
  );
});
