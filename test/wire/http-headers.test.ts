import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBusyServer } from './http-fixture.js';
import { openServer, type HttpSubject } from './http-kit.js';
import type { RawHeaders, RawResponse } from './raw-http.js';
import { modern, modernMeta, request } from './wire.js';

let server: HttpSubject;

beforeAll(async () => {
  server = await openServer(makeBusyServer());
});

afterAll(() => server.stop());

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

const place = (values: object): object => modern(1, 'tools/call', { name: 'place', arguments: values });

function expectMismatch({ status, headers, messages }: RawResponse, named: string): void {
  expect([status, headers['content-type']]).toEqual([400, 'application/json']);
  expect(messages).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32020, message: expect.any(String) } }]);
  expect(messages[0]?.['error'].message).toContain(named);
}

describe('standard headers (2026-07-28 basic/transports/streamable-http#standard-request-headers)', () => {
  const call = modern(1, 'tools/call', { name: 'echo', arguments: {} });
  const read = modern(1, 'resources/read', { uri: 'busy://news' });
  const get = modern(1, 'prompts/get', { name: 'greet' });
  const list = modern(1, 'tools/list');

  test.each([
    ['Mcp-Method', 'no method', call, { 'Mcp-Method': undefined }],
    ['Mcp-Method', 'another method', call, { 'Mcp-Method': 'tools/list' }],
    ['Mcp-Method', 'a method in another case', call, { 'Mcp-Method': 'Tools/Call' }],
    ['Mcp-Method', 'a method twice', call, { 'Mcp-Method': 'tools/call, tools/call' }],
    [
      'Mcp-Method',
      'a method in Base64, which only names and parameters may be',
      list,
      { 'Mcp-Method': base64('tools/list') },
    ],
    ['Mcp-Method', 'an empty method', list, { 'Mcp-Method': '' }],
    ['Mcp-Name', 'no tool name', call, { 'Mcp-Name': undefined }],
    ['Mcp-Name', 'another tool name', call, { 'Mcp-Name': 'report' }],
    ['Mcp-Name', 'a tool name in another case', call, { 'Mcp-Name': 'Echo' }],
    ['Mcp-Name', 'no prompt name', get, { 'Mcp-Name': undefined }],
    ['Mcp-Name', 'another prompt name', get, { 'Mcp-Name': 'echo' }],
    ['Mcp-Name', 'no URI', read, { 'Mcp-Name': undefined }],
    ['Mcp-Name', 'another URI', read, { 'Mcp-Name': 'busy://weather' }],
    ['Mcp-Name', 'a URI with another case', read, { 'Mcp-Name': 'BUSY://news' }],
    ['Mcp-Name', 'a name where the body has none', modern(1, 'tools/call'), { 'Mcp-Name': 'echo' }],
    [
      'Mcp-Name',
      'a name where that of the body is no string',
      modern(1, 'tools/call', { name: 1 }),
      { 'Mcp-Name': '1' },
    ],
    ['MCP-Protocol-Version', 'no version', call, { 'MCP-Protocol-Version': undefined }],
    ['MCP-Protocol-Version', 'a legacy version', call, { 'MCP-Protocol-Version': '2025-11-25' }],
    ['MCP-Protocol-Version', 'an unknown version', call, { 'MCP-Protocol-Version': '2099-01-01' }],
    ['MCP-Protocol-Version', 'a version twice', call, { 'MCP-Protocol-Version': '2026-07-28, 2026-07-28' }],
  ] as readonly (readonly [string, string, object, RawHeaders])[])(
    '%s: %s is refused',
    async (named, _, message, headers) => {
      expectMismatch(await server.post(message, headers), named);
      expect((await server.post(message === call || message === list ? message : list)).status).toBe(200);
    },
  );

  test.each([
    ['as it is', 'echo', 'echo'],
    ['in Base64 that was not needed', 'echo', base64('echo')],
    ['with blanks around, which HTTP takes off', 'echo', '  echo\t'],
    ['in Base64, when it is not ASCII', 'naïve tool', base64('naïve tool')],
  ])('a name may come %s', async (_, name, sent) => {
    const { status, messages } = await server.post(modern(1, 'tools/call', { name }), { 'Mcp-Name': sent });
    expect(status).toBe(200);
    expect(messages[0]?.['result'].isError).toBeUndefined();
  });

  test.each([
    ['bytes beyond ASCII', 'naïve tool'],
    ['a marker in upper case', '=?BASE64?bmHDr3ZlIHRvb2w=?='],
    ['Base64 without its padding', '=?base64?bmHDr3ZlIHRvb2w?='],
    ['Base64 with a blank in it', '=?base64?bmHDr3Zl IHRvb2w=?='],
    ['Base64url', '=?base64?bmHDr3ZlIHRvb2w_?='],
    ['Base64 of what is no UTF-8', `=?base64?${Buffer.from('na\xefve tool', 'latin1').toString('base64')}?=`],
    ['a marker without an end', '=?base64?bmHDr3ZlIHRvb2w='],
    ['Base64 with a BOM', base64('\uFEFFnaïve tool')],
  ])('a name must not come as %s', async (_, sent) => {
    expectMismatch(
      await server.post(modern(1, 'tools/call', { name: 'naïve tool' }), { 'Mcp-Name': sent }),
      'Mcp-Name',
    );
  });

  test('a name that looks like the marker has to be marked itself', async () => {
    const ask = (sent: string) =>
      server.post(modern(1, 'tools/call', { name: '=?base64?literal?=' }), { 'Mcp-Name': sent });
    expectMismatch(await ask('=?base64?literal?='), 'Mcp-Name');
    const { status, messages } = await ask('=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=');
    expect([status, messages[0]?.['error'].code]).toEqual([200, -32602]);
  });

  test('names of headers may have any case', async () => {
    const { status } = await server.post(call, {
      'MCP-Protocol-Version': undefined,
      'Mcp-Method': undefined,
      'Mcp-Name': undefined,
      'mcp-protocol-VERSION': '2026-07-28',
      'MCP-METHOD': 'tools/call',
      'mcp-name': 'echo',
    });
    expect(status).toBe(200);
  });

  test('methods without a name take no notice of Mcp-Name', async () => {
    expect((await server.post(list, { 'Mcp-Name': 'whatever' })).status).toBe(200);
  });
});

describe('headers before versions (2026-07-28 basic/transports/streamable-http#protocol-version-header)', () => {
  const future = modern(1, 'tools/list', {}, { [versionKey]: '2099-01-01' });

  test('when they do not agree that comes first, whichever of them is not supported', async () => {
    for (const sent of [undefined, '2026-07-28', '2025-11-25', '1900-01-01']) {
      expectMismatch(await server.post(future, { 'MCP-Protocol-Version': sent }), 'MCP-Protocol-Version');
    }
  });

  test('a legacy version in modern metadata is none that the server has there', async () => {
    const { status, messages } = await server.post(modern(1, 'tools/list', {}, { [versionKey]: '2025-11-25' }));
    expect([status, messages[0]?.['error'].code]).toEqual([400, -32022]);
  });

  test.each(['2026-07-28', '1999-01-01'])('a header for %s and a body without metadata get 400', async (version) => {
    const { status, messages } = await server.post(request(1, 'tools/list'), {
      'MCP-Protocol-Version': version,
      'Mcp-Method': 'tools/list',
    });
    expect([status, messages[0]?.['error'].code]).toEqual([400, version === '2026-07-28' ? -32602 : -32022]);
  });

  test.each([
    ['clientCapabilities', { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': undefined }],
    ['clientInfo', { ...modernMeta, 'io.modelcontextprotocol/clientInfo': { name: 1 } }],
    ['logLevel', { ...modernMeta, 'io.modelcontextprotocol/logLevel': 'loud' }],
  ])('metadata with a wrong %s get 400 and -32602', async (named, _meta) => {
    const { status, messages } = await server.post(request(1, 'tools/list', { _meta }));
    expect([status, messages[0]?.['id'], messages[0]?.['error'].code]).toEqual([400, 1, -32602]);
    expect(messages[0]?.['error'].message).toContain(named);
  });

  test.each(['1999-01-01', '2099-01-01', 'latest', ''])(
    'messages that are no requests get 400 as well when they claim version %j',
    async (version) => {
      const headers = { 'MCP-Protocol-Version': version };
      const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
      const { status, messages } = await server.post(notification, headers);
      expect([status, messages[0]?.['id']]).toEqual([400, undefined]);
      expect((await server.post({ jsonrpc: '2.0', id: 1, result: {} }, headers)).status).toBe(400);
      const session = await server.initialize('2025-11-25');
      expect((await session.send('GET', headers)).status).toBe(400);
      expect((await session.send('DELETE', headers)).status).toBe(400);
      expect((await session.post(request(1, 'ping'))).status).toBe(200);
    },
  );
});

describe('headers of parameters (2026-07-28 basic/transports/streamable-http#server-behavior-for-custom-headers)', () => {
  test.each([
    ['a string', { region: 'us-west1' }, { 'Mcp-Param-Region': 'us-west1' }],
    ['a string, with another case in the name', { region: 'us-west1' }, { 'mcp-param-REGION': 'us-west1' }],
    ['a string in Base64 that was not needed', { region: 'us-west1' }, { 'Mcp-Param-Region': base64('us-west1') }],
    ['a string with blanks inside', { region: 'us  west' }, { 'Mcp-Param-Region': 'us  west' }],
    ['an empty string', { region: '' }, { 'Mcp-Param-Region': '' }],
    ['an empty string in Base64', { region: '' }, { 'Mcp-Param-Region': '=?base64??=' }],
    ['no ASCII', { region: 'Hello, 世界' }, { 'Mcp-Param-Region': '=?base64?SGVsbG8sIOS4lueVjA==?=' }],
    ['blanks around', { region: ' padded ' }, { 'Mcp-Param-Region': '=?base64?IHBhZGRlZCA=?=' }],
    ['a newline', { region: 'line1\nline2' }, { 'Mcp-Param-Region': '=?base64?bGluZTEKbGluZTI=?=' }],
    ['the marker', { region: '=?base64?literal?=' }, { 'Mcp-Param-Region': '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=' }],
    ['a string that looks like a number', { region: '42' }, { 'Mcp-Param-Region': '42' }],
    ['an integer', { count: 42 }, { 'Mcp-Param-Count': '42' }],
    ['a negative integer', { count: -7 }, { 'Mcp-Param-Count': '-7' }],
    ['zero', { count: 0 }, { 'Mcp-Param-Count': '0' }],
    ['an integer in Base64', { count: 42 }, { 'Mcp-Param-Count': base64('42') }],
    ['an integer with a decimal point', { count: 42 }, { 'Mcp-Param-Count': '42.0' }],
    ['an integer in exponential notation', { count: 4200 }, { 'Mcp-Param-Count': '4.2e3' }],
    ['the largest safe integer', { count: 9007199254740991 }, { 'Mcp-Param-Count': '9007199254740991' }],
    ['true', { express: true }, { 'Mcp-Param-Express': 'true' }],
    ['false', { express: false }, { 'Mcp-Param-Express': 'false' }],
    ['a nested string', { address: { street: 'Main St.' } }, { 'Mcp-Param-Street': 'Main St.' }],
    [
      'all of them',
      { region: 'a', count: 1, express: true, address: { street: 'b' } },
      {
        'Mcp-Param-Region': 'a',
        'Mcp-Param-Count': '1',
        'Mcp-Param-Express': 'true',
        'Mcp-Param-Street': 'b',
      },
    ],
    ['null without a header', { region: null, count: null, express: null }, {}],
    ['an integer written as a string', { count: '42' }, { 'Mcp-Param-Count': '42' }],
    ['a number for a string', { region: 42 }, { 'Mcp-Param-Region': '42' }],
    ['nothing without a header', {}, {}],
    ['a nested null without a header', { address: null }, {}],
    ['a header that no parameter asks for', { region: 'a' }, { 'Mcp-Param-Region': 'a', 'Mcp-Param-Other': 'é' }],
  ] as readonly (readonly [string, object, RawHeaders])[])('%s is taken', async (_, values, headers) => {
    const { status, messages } = await server.post(place(values), headers);
    expect(status).toBe(200);
    expect(JSON.parse(messages[0]?.['result'].content[0].text)).toEqual(values);
  });

  test.each([
    ['Region', 'a missing header', { region: 'a' }, {}],
    ['Region', 'another value', { region: 'a' }, { 'Mcp-Param-Region': 'b' }],
    ['Region', 'a value in another case', { region: 'a' }, { 'Mcp-Param-Region': 'A' }],
    ['Region', 'a value that is only in the header', {}, { 'Mcp-Param-Region': 'a' }],
    ['Region', 'a header for null', { region: null }, { 'Mcp-Param-Region': 'null' }],
    ['Region', 'an empty header for null', { region: null }, { 'Mcp-Param-Region': '' }],
    ['Region', 'a header that is sent twice', { region: 'a' }, { 'Mcp-Param-Region': 'a', 'mcp-param-region': 'a' }],
    ['Region', 'bytes beyond ASCII', { region: 'é' }, { 'Mcp-Param-Region': 'é' }],
    ['Region', 'Base64 that is none', { region: 'a' }, { 'Mcp-Param-Region': '=?base64?%%%%?=' }],
    ['Region', 'a marked value taken literally', { region: base64('a') }, { 'Mcp-Param-Region': base64('a') }],
    ['Region', 'a number written otherwise for a string', { region: '42' }, { 'Mcp-Param-Region': '42.0' }],
    ['Count', 'another integer', { count: 42 }, { 'Mcp-Param-Count': '43' }],
    ['Count', 'another integer than the string', { count: '42' }, { 'Mcp-Param-Count': '43' }],
    ['Count', 'a missing integer', { count: 0 }, {}],
    ['Count', 'a fraction', { count: 42 }, { 'Mcp-Param-Count': '42.5' }],
    ['Count', 'an empty header for zero', { count: 0 }, { 'Mcp-Param-Count': '' }],
    ['Count', 'blanks for zero', { count: 0 }, { 'Mcp-Param-Count': base64(' ') }],
    ['Count', 'hexadecimal digits', { count: 42 }, { 'Mcp-Param-Count': '0x2a' }],
    ['Count', 'words', { count: 42 }, { 'Mcp-Param-Count': 'forty-two' }],
    ['Count', 'an integer that is not safe', { count: 9007199254740992 }, { 'Mcp-Param-Count': '9007199254740992' }],
    ['Count', 'one that is only rounded to it', { count: 9007199254740992 }, { 'Mcp-Param-Count': '9007199254740993' }],
    ['Express', 'another boolean', { express: true }, { 'Mcp-Param-Express': 'false' }],
    ['Express', 'a boolean in upper case', { express: true }, { 'Mcp-Param-Express': 'True' }],
    ['Express', 'a boolean as a number', { express: true }, { 'Mcp-Param-Express': '1' }],
    ['Express', 'a missing boolean', { express: false }, {}],
    ['Street', 'a missing nested value', { address: { street: 'a' } }, {}],
    ['Street', 'another nested value', { address: { street: 'a' } }, { 'Mcp-Param-Street': 'b' }],
    ['Street', 'a value at another path', { street: 'a' }, { 'Mcp-Param-Street': 'a' }],
    ['Street', 'a header for an object', { address: { street: {} } }, { 'Mcp-Param-Street': '[object Object]' }],
  ] as readonly (readonly [string, string, object, RawHeaders])[])(
    '%s: %s is refused',
    async (name, _, values, headers) => {
      expectMismatch(await server.post(place(values), headers), `Mcp-Param-${name}`);
    },
  );

  test.each(['a\u0000b', 'a\u007fb', 'a\rb', 'a\nb'])('a control character gets 400: %j', async (region) => {
    expect((await server.post(place({ region }), { 'Mcp-Param-Region': region })).status).toBe(400);
    expect((await server.post(place({}))).status).toBe(200);
  });

  test('without arguments there is nothing to repeat', async () => {
    expect((await server.post(modern(1, 'tools/call', { name: 'place' }))).status).toBe(200);
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'clients of %s repeat nothing, and what they send is not looked at',
    async (revision) => {
      const session = await server.initialize(revision);
      const { messages } = await session.post(request(1, 'tools/call', { name: 'place', arguments: { region: 'a' } }), {
        'Mcp-Method': 'nonsense',
        'Mcp-Param-Region': 'b',
      });
      expect(messages[0]?.['result'].isError).toBeUndefined();
    },
  );
});
