import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withForward } from '../../runtime/features/apis/create-forward.js';
import type { ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import type { HandlerContext } from '../../runtime/core/api/handler-context.js';
import { ToolResult } from '../../runtime/core/api/builders.js';
import { callOperation } from './call-operation.js';
import { useRecordingServer } from './recording-server.js';

const server = useRecordingServer();

const operation: ForwardOperation = { method: 'GET', path: ['/r/', { name: 'id', from: ['id'] }] };

function answerWith(status: number, type: string | undefined, body: string | Uint8Array): void {
  server.answer = (_, response) => {
    if (type !== undefined) response.setHeader('Content-Type', type);
    response.writeHead(status).end(body);
  };
}

const call = (setup?: Parameters<typeof callOperation>[3]) =>
  callOperation(server.url, operation, { id: 'a b' }, setup);

describe('a success', () => {
  test.each([
    ['application/json', '{"a":[1]}', { a: [1] }],
    ['application/problem+json; charset=utf-8', 'null', null],
    ['text/json', '"x"', 'x'],
    [undefined, ' [1]', [1]],
    ['application/json', '{"a":[-12345678901234567891],"b":12}', { a: [-12345678901234567891n], b: 12 }],
    ['application/json', '[12345678901234567000,12345678901234567890]', [12345678901234567000, 12345678901234567890n]],
    ['application/json', '["\\u007f1","\x7f2",12345678901234567891]', ['\x7f1', '\x7f2', 12345678901234567891n]],
  ])('of type %s is structured: %s', async (type, body, value) => {
    answerWith(200, type, body);
    expect(await call()).toEqual({ content: [], structured: { value }, isMirrored: true });
  });

  test.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('café', 'latin1'), 'café'],
    ['text/html; charset=nonsense', Buffer.from('é'), 'é'],
    ['application/xml', Buffer.from('<a/>'), '<a/>'],
    ['image/svg+xml', Buffer.from('<svg/>'), '<svg/>'],
    ['application/x-ndjson', Buffer.from('{}\n{}'), '{}\n{}'],
    ['application/json', Buffer.from('<html>oops'), '<html>oops'],
    ['application/json', Buffer.from('{12345678901234567891:1}'), '{12345678901234567891:1}'],
    ['application/json', Buffer.from('[012345678901234567891]'), '[012345678901234567891]'],
    [undefined, Buffer.from('plain'), 'plain'],
  ])('of type %s is a text: %s', async (type, body, text) => {
    answerWith(200, type, body);
    expect(await call()).toEqual({ content: [{ type: 'text', text }] });
  });

  test.each([
    ['image', 'image/png'],
    ['audio', 'audio/mpeg'],
  ])('that is of the kind %s is content of its kind', async (type, mimeType) => {
    answerWith(200, mimeType, Buffer.from([0x89, 0x50]));
    expect(await call()).toEqual({ content: [{ type, data: 'iVA=', mimeType }] });
  });

  test('that is a file is bytes, also when its server names the character encoding of every answer', async () => {
    const pdf = Buffer.from('%PDF-1.7\n\0\x01\xe2\xe3', 'latin1');
    for (const charset of ['ISO-8859-1', 'utf-8', 'binary']) {
      answerWith(200, `application/pdf;charset=${charset}`, pdf);
      const uri = `${server.url}/r/a%20b`;
      const resource = { uri, mimeType: 'application/pdf', blob: pdf.toString('base64') };
      expect(await call()).toEqual({ content: [{ type: 'resource', resource }] });
    }
    answerWith(200, 'application/vnd.diff; charset=iso-8859-1', Buffer.from('+caf\xe9\r\n\x1b[0m', 'latin1'));
    expect(await call()).toEqual({ content: [{ type: 'text', text: '+café\r\n\x1b[0m' }] });
  });

  test('that is other bytes is an embedded resource, named without credentials', async () => {
    answerWith(200, undefined, Buffer.from([0, 255, 254]));
    const api = {
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key', keyVariable: 'KEY' } as const },
    };
    const secured = { ...operation, security: [{ key: [] }], query: [{ name: 'q', from: ['id'] }] };
    const result = await callOperation(server.url, secured, { id: 'a b' }, { api, environment: { KEY: 'hidden' } });
    expect(server.requests.at(-1)?.target).toBe('/r/a%20b?q=a%20b&key=hidden');
    const resource = {
      uri: `${server.url}/r/a%20b?q=a%20b`,
      mimeType: 'application/octet-stream',
      blob: 'AP/+',
    };
    expect(result).toEqual({ content: [{ type: 'resource', resource }] });
  });

  test('that is a large file is a link with its size, unless there is no budget', async () => {
    answerWith(200, 'application/pdf', Buffer.alloc(262_145));
    expect((await call()).content).toEqual([
      {
        type: 'text',
        text: 'The file has 262145 bytes (application/pdf) and is not included. The link points to the API itself, which may require credentials. To send the file instead, set `output: { maxTokens: false }` in the server definition.',
      },
      {
        type: 'resource_link',
        uri: `${server.url}/r/a%20b`,
        name: 'a%20b',
        mimeType: 'application/pdf',
        size: 262_145,
      },
    ]);
    expect((await call({ api: { maxTokens: 0 } })).content).toMatchObject([{ type: 'resource' }]);
    answerWith(200, 'application/pdf', Buffer.alloc(262_144));
    expect((await call()).content).toMatchObject([{ type: 'resource' }]);
  });

  test.each([
    [204, 'Success'],
    [200, 'Success'],
    [304, 'Not modified'],
  ])('without a body (%i) says so', async (status, text) => {
    answerWith(status, undefined, '');
    expect(await call()).toEqual({ content: [{ type: 'text', text }] });
  });

  test('that is a text over the budget is its beginning', async () => {
    answerWith(200, 'text/csv', 'a,b\n'.repeat(5000));
    const { content } = await call({ api: { maxTokens: 500 } });
    expect(content[0]?.['text']).toMatch(
      /^a,b\n[^]*…\n\nText truncated: the full text has 20000 characters\. Request a part of it [^\n]*\.$/u,
    );
    expect(String(content[0]?.['text']).length).toBeLessThan(3000);
  });
});

describe('an answer that is too large', () => {
  const tooLarge = 'GET /r/{id} returned more than 1000 bytes; request less data';
  const api = { maxResponseBytes: 1000 };

  test('is refused by its length, by what arrives, and by what it is decompressed to', async () => {
    answerWith(200, 'text/plain', 'x'.repeat(1000));
    expect((await call({ api })).content).toHaveLength(1);
    answerWith(200, 'text/plain', 'x'.repeat(1001));
    await expect(call({ api })).rejects.toThrow(tooLarge);
    server.answer = (_, response) => {
      response
        .setHeader('Content-Type', 'text/plain')
        .setHeader('Content-Encoding', 'gzip')
        .end(gzipSync(Buffer.alloc(100_000)));
    };
    await expect(call({ api })).rejects.toThrow(tooLarge);
  });

  test('is not read to its end', async () => {
    let isStopped = false;
    server.answer = (_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(500)), 1);
      response.on('close', () => {
        isStopped = true;
        clearInterval(timer);
      });
    };
    await expect(call({ api })).rejects.toThrow(tooLarge);
    await expect.poll(() => isStopped).toBe(true);
  });
});

describe('a failure', () => {
  test('is told with status and body', async () => {
    answerWith(404, 'application/json', '{"message":"No such thing"}');
    await expect(call()).rejects.toMatchObject({
      name: 'ForwardError',
      status: 404,
      body: { message: 'No such thing' },
      message: 'GET /r/{id} returned 404 Not Found\n{"message":"No such thing"}',
    });
  });

  test('is cut to 4000 characters, and bytes are not shown', async () => {
    answerWith(500, 'text/plain', 'x'.repeat(100_000));
    const head = 'GET /r/{id} returned 500 Internal Server Error';
    await expect(call()).rejects.toMatchObject({ message: `${head}\n${'x'.repeat(4000)}` });
    answerWith(500, 'image/png', 'x');
    await expect(call()).rejects.toMatchObject({ message: head, body: undefined });
  });

  test('holds no credentials, in whatever way the API repeats them', async () => {
    const securitySchemes = {
      key: { type: 'apiKey', in: 'query', name: 'key', keyVariable: 'KEY' },
      basic: { type: 'basic', userVariable: 'API_USER', passwordVariable: 'API_PASSWORD' },
    } as const;
    const secured: ForwardOperation = { ...operation, security: [{ key: [], basic: [] }] };
    const environment = { KEY: 'k"e&y(1', API_USER: 'me', API_PASSWORD: 'open sesame' };
    server.answer = (request, response) => {
      const { authorization } = request.headers;
      const echo = {
        target: request.target,
        authorization,
        key: 'k"e&y(1',
        html: 'k&quot;e&amp;y(1',
        password: 'open sesame',
      };
      response.writeHead(403, 'No k"e&y(1', { 'Content-Type': 'application/json' }).end(JSON.stringify(echo));
    };
    const failure: unknown = await callOperation(
      server.url,
      secured,
      { id: 1 },
      { api: { securitySchemes }, environment },
    ).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message:
        'GET /r/{id} returned 403 No ***\n' +
        '{"target":"/r/1?key=***","authorization":"Basic ***","key":"***","html":"***","password":"***"}',
      body: { key: '***', authorization: 'Basic ***' },
    });
  });
});

test('context.forward gives an implemented tool the JSON value, nothing, or a result', async () => {
  const api = { name: 'test', server: { url: server.url, environment: 'TEST_URL' } };
  const handler = withForward<{ id: string }, unknown>((input, context) => context.forward(input), api, operation);
  const context = () => ({ signal: new AbortController().signal }) as HandlerContext;
  answerWith(200, 'application/json', '{"a":1}');
  expect(await handler({ id: 'x' }, context())).toEqual({ a: 1 });
  answerWith(204, undefined, '');
  expect(await handler({ id: 'x' }, context())).toBeUndefined();
  answerWith(200, 'text/plain', 'hello');
  expect(ToolResult.partsOf(await handler({ id: 'x' }, context()))?.content).toEqual([{ type: 'text', text: 'hello' }]);
  answerWith(409, 'text/plain', 'taken');
  await expect(handler({ id: 'x' }, context())).rejects.toMatchObject({ status: 409, body: 'taken' });
});

describe('an answer without a usual body', () => {
  test('to HEAD is its headers', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { 'X-Total-Count': '7', ETag: '"a"', 'Set-Cookie': 'a=b' }).end();
    };
    const head: ForwardOperation = { method: 'HEAD', path: ['/r'] };
    const { content } = await callOperation(server.url, head, {});
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('etag: "a"') as string }]);
    expect(JSON.stringify(content)).toContain('x-total-count: 7');
    expect(JSON.stringify(content)).not.toContain('cookie');
  });

  test('that is a stream without an end is what was read in time', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const text = 'data: 1\n\n\n\nThe stream was truncated because it had not ended.';
    expect(await call({ api: { timeoutMs: 60 } })).toEqual({ content: [{ type: 'text', text }] });
  });

  test('that is a longer stream than allowed is its beginning', async () => {
    answerWith(200, 'application/x-ndjson', '{}\n'.repeat(10));
    const text = '{}\n{}\n\n\nThe stream was truncated because it had not ended.';
    expect(await call({ api: { maxResponseBytes: 6 } })).toEqual({ content: [{ type: 'text', text }] });
  });

  test('whose compressed body is corrupt says so', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      response.end(Buffer.from('not gzip at all'));
    };
    await expect(call()).rejects.toThrow(
      /^GET \/r\/\{id\} returned 200, but the response cannot be read: the compressed body is corrupt \(Z_DATA_ERROR\)$/u,
    );
  });

  test('that breaks off says so', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"a":', () => response.destroy());
    };
    await expect(call()).rejects.toThrow('returned 200, but the response cannot be read: ');
  });
});
