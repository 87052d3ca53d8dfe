import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { initialize, readResource, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const resource = serveFixture('resource');
const failing = serveFixture('failing');
const staticResources = serveFixture('static');

test('N4 resources are a capability where there are some, without members', async () => {
  expect((await resource.ask(initialize(1))).result.capabilities).toEqual({ logging: {}, resources: {}, tools: {} });
});

describe('S1 descriptors of resources', () => {
  test('fields are there where they were given; of static contents the size, too', async () => {
    const { result } = await staticResources.ask(request(1, 'resources/list'));
    expect(result.resources).toEqual([
      {
        uri: 'app://static/text',
        name: 'text',
        title: 'A text',
        description: 'Stands here',
        mimeType: 'text/plain',
        size: 7,
      },
      { uri: 'app://static/file', name: 'file', description: 'Stands in a file', mimeType: 'text/markdown', size: 32 },
      { uri: 'app://static/blob', name: 'blob', mimeType: 'application/octet-stream', size: 3 },
      { uri: 'app://static/bytes', name: 'bytes', mimeType: 'image/png' },
      { uri: 'app://static/both', name: 'both', mimeType: 'text/plain' },
    ]);
  });

  test('a URI that is defined twice is an error that names both places', async () => {
    const generating = createProject({
      'definitions/one.mcp.yaml':
        'server: { name: twice, version: 1.0.0 }\nresources:\n  app://same: { name: first, text: a }\n',
      'definitions/two.mcp.yaml': 'resources:\n  app://same: { name: second, text: b }\n',
    });
    await expect(generating).rejects.toThrow(/two\.mcp\.yaml:2:3 error duplicate-name[^]*one\.mcp\.yaml:3:3/u);
  });
});

describe('S2 contents', () => {
  test.each([
    ['text', { mimeType: 'text/plain', text: 'Höher\n' }],
    ['file', { mimeType: 'text/markdown', text: '# A page\n\nWith `${code}` in it.\n' }],
    ['blob', { mimeType: 'application/octet-stream', blob: 'AP8Q' }],
    ['bytes', { mimeType: 'image/png', blob: 'iVBORw==' }],
  ])('%s', async (name, contents) => {
    const uri = `app://static/${name}`;
    const { result } = await staticResources.ask(readResource(1, uri));
    expect(result).toEqual({ contents: [{ uri, ...contents }] });
  });

  test('several contents keep their order, own URIs and types', async () => {
    const { result } = await staticResources.ask(readResource(1, 'app://static/both'));
    expect(result.contents).toEqual([
      { uri: 'app://static/both/first', mimeType: 'image/gif', blob: 'R0lGODlh' },
      { uri: 'app://static/both', mimeType: 'text/plain', text: 'second' },
    ]);
  });

  test('a blob in a definition that is not Base64 is an error', async () => {
    const generating = createProject({
      'definitions/bad.mcp.yaml':
        "server: { name: bad, version: 1.0.0 }\nresources:\n  app://bad: { name: bad, blob: 'not base64!' }\n",
    });
    await expect(generating).rejects.toThrow(/bad\.mcp\.yaml:3:\d+ error invalid-blob/u);
  });
});

describe('S3 a resource that cannot be read', () => {
  test('a request without a URI is -32602', async () => {
    expect((await failing.ask(request(1, 'resources/read', {}))).error?.code).toBe(-32602);
  });

  test.each(['missing', 'gone', 'unlisted'])('what is not there is -32002 with its URI: %s', async (name) => {
    expect((await failing.ask(readResource(1, `app://failing/${name}`))).error).toEqual({
      code: -32002,
      message: 'Resource not found',
      data: { uri: `app://failing/${name}` },
    });
  });

  test('what is not there is -32602 for 2026-07-28', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const { error } = await failing.ask(request(1, 'resources/read', { uri: 'app://failing/missing', _meta }));
    expect(error).toMatchObject({ code: -32602, data: { uri: 'app://failing/missing' } });
  });

  test('an answer that is no content is -32603', async () => {
    expect((await failing.ask(readResource(1, 'app://failing/odd'))).error).toEqual({
      code: -32603,
      message: 'Resource read failed',
    });
  });

  test('what a handler throws is -32603 with its message', async () => {
    expect((await failing.ask(readResource(1, 'app://failing/broken'))).error).toEqual({
      code: -32603,
      message: 'The disk is on fire',
    });
  });
});

test('S4 lists of a server that declares them and has none are empty, others are unknown methods', async () => {
  expect((await failing.ask(request(1, 'tools/list'))).result).toEqual({ tools: [] });
  expect((await resource.ask(request(1, 'prompts/list'))).error).toEqual({ code: -32601, message: 'Method not found' });
  expect((await resource.ask(request(1, 'resources/templates/list'))).result).toEqual({ resourceTemplates: [] });
});
