import { describe, expect, test } from 'vitest';
import { documentOf, readApi } from './read-api.js';

const text = { type: 'string' };

/** The tool of one operation, `list`. */
async function readTool(operation: object, method = 'get', version = '3.1.0') {
  const { tools, ...rest } = await readApi(
    documentOf({ [method]: { operationId: 'list', ...operation } }, {}, version),
  );
  return { tool: tools['list'], ...rest };
}

describe('parameters', () => {
  test('become arguments and know where they go', async () => {
    const { tools, diagnostics } = await readApi({
      'definitions/api.openapi.json': {
        openapi: '3.0.0',
        info: { title: 'T', version: '1' },
        paths: {
          '/a/{id}.json/{rest}': {
            parameters: [
              { name: 'id', in: 'path', required: true, schema: text, style: 'label', explode: true },
              { name: 'limit', in: 'query', schema: text, description: 'Replaced.' },
            ],
            get: {
              operationId: 'read',
              parameters: [
                { name: 'rest', in: 'path', required: true, schema: text, style: 'matrix' },
                { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer', default: 10 } },
                {
                  name: 'ids',
                  in: 'query',
                  schema: { type: 'array', items: text },
                  style: 'pipeDelimited',
                  explode: false,
                },
                { name: 'flat', in: 'query', schema: { type: 'array', items: text }, explode: false },
                { name: 'deep', in: 'query', schema: { type: 'object' }, style: 'deepObject', explode: true },
                { name: 'path', in: 'query', schema: text, allowReserved: true },
                { name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
                { name: 'X-Trace', in: 'header', schema: text },
                { name: 'Authorization', in: 'header', schema: text },
                { name: 'session', in: 'cookie', required: true, deprecated: true, schema: text },
              ],
            },
          },
        },
      },
    });
    expect(diagnostics).toEqual([]);
    expect(tools['read']?.operation).toEqual({
      method: 'GET',
      path: [
        '/a/',
        { name: 'id', from: ['id'], style: 'label', explode: true },
        '.json/',
        { name: 'rest', from: ['rest'], style: 'matrix' },
      ],
      query: [
        { name: 'limit', from: ['limit'] },
        { name: 'ids', from: ['ids'], style: 'pipeDelimited' },
        { name: 'flat', from: ['flat'], explode: false },
        { name: 'deep', from: ['deep'], style: 'deepObject', explode: true },
        { name: 'path', from: ['path'], allowReserved: true },
        { name: 'where', from: ['where'], isJson: true },
      ],
      headers: [{ name: 'X-Trace', from: ['X-Trace'] }],
      cookies: [{ name: 'session', from: ['session'] }],
    });
    const { properties, required, additionalProperties } = tools['read']?.inputSchema ?? {};
    expect(required).toEqual(['id', 'rest', 'session']);
    expect(additionalProperties).toBe(false);
    expect(properties.limit).toEqual({ type: 'integer', default: 10, description: 'How many.' });
    expect(properties.session).toEqual({ type: 'string', description: 'Deprecated.', deprecated: true });
    expect(properties).not.toHaveProperty('Authorization');
  });

  test('of the same name in several places are told apart', async () => {
    const parameters = [
      { name: 'id', in: 'query', schema: text },
      { name: 'id', in: 'header', schema: text },
    ];
    const body = {
      required: true,
      content: { 'application/json': { schema: { type: 'object', properties: { id: text } } } },
    };
    const { tool } = await readTool({ parameters, requestBody: body }, 'post');
    expect(Object.keys(tool?.inputSchema.properties)).toEqual(['id', 'id_header', 'id_body']);
    expect(tool?.operation.headers).toEqual([{ name: 'id', from: ['id_header'] }]);
    expect(tool?.operation.body.value.members).toEqual([{ name: 'id', from: ['id_body'] }]);
  });

  test('with names that model providers refuse get others', async () => {
    const long = 'x'.repeat(70);
    const names = ['filter[name]', 'filter name', '$top', long];
    const { tool } = await readTool({ parameters: names.map((name) => ({ name, in: 'query', schema: text })) });
    const keys = Object.keys(tool?.inputSchema.properties);
    expect(keys.slice(0, 3)).toEqual(['filter_name', 'filter_name_2', 'top']);
    expect(keys[3]).toMatch(/^x{55}_[0-9a-f]{8}$/u);
    expect(tool?.operation.query.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  test('may be the whole query (3.2)', async () => {
    const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } };
    const { tool } = await readTool({ parameters: [{ name: 'q', in: 'querystring', content }] }, 'get', '3.2.0');
    expect(tool?.operation.query).toEqual([{ name: 'q', from: ['q'], style: 'whole' }]);
  });
});

describe('a body', () => {
  const schema = { type: 'object', properties: { a: text, b: text }, required: ['a'] };
  const bodyOf = (mediaType: string, media: object, required = true) => ({
    requestBody: { required, description: 'What to save.', content: { [mediaType]: media } },
  });

  test('that is an object becomes an argument for each property', async () => {
    const { tool } = await readTool(bodyOf('application/json', { schema }), 'post');
    expect(tool?.inputSchema).toEqual({
      type: 'object',
      properties: { a: text, b: text },
      required: ['a'],
    });
    expect(tool?.operation.body).toEqual({
      mediaType: 'application/json',
      encoding: 'json',
      value: {
        members: [
          { name: 'a', from: ['a'] },
          { name: 'b', from: ['b'] },
        ],
        hasRest: true,
        isRequired: true,
      },
    });
  });

  test('that is optional, but not its properties, stays in one piece', async () => {
    const { tool } = await readTool(bodyOf('application/json', { schema }, false), 'post');
    expect(tool?.inputSchema.properties).toEqual({ body: { ...schema, description: 'What to save.' } });
    expect(tool?.operation.body.value).toEqual({ from: ['body'] });
  });

  test.each([
    ['a list', { type: 'array', items: text }],
    [
      'a union',
      {
        anyOf: [
          { type: 'object', properties: { a: text } },
          { type: 'object', properties: { b: text } },
        ],
      },
    ],
    ['a map', { type: 'object', additionalProperties: text }],
    ['what others extend', { type: 'object', properties: { kind: text }, discriminator: { propertyName: 'kind' } }],
  ])('that is %s is one argument', async (_title, schema) => {
    const { discriminator: _, ...other } = schema as { readonly discriminator?: object };
    const { tool } = await readTool(bodyOf('application/json', { schema }), 'post');
    expect(tool?.inputSchema.properties).toEqual({ body: { ...other, description: 'What to save.' } });
    expect(tool?.inputSchema.required).toEqual(['body']);
  });

  test('whose required properties are read-only asks for the others', async () => {
    const base = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, name: text } };
    const schema = { allOf: [base, { required: ['id', 'name'] }] };
    const { tool } = await readTool(bodyOf('application/json', { schema }), 'post');
    expect(tool?.inputSchema).toMatchObject({ properties: { name: text }, required: ['name'] });
    expect(tool?.inputSchema.properties).not.toHaveProperty('id');
  });

  test('gives way to a parameter of its name', async () => {
    const operation = { parameters: [{ name: 'body', in: 'query', schema: text }], ...bodyOf('text/plain', {}) };
    const { tool } = await readTool(operation, 'post');
    expect(Object.keys(tool?.inputSchema.properties)).toEqual(['body', 'request_body']);
  });

  test('in several media types is sent as JSON', async () => {
    const content = { 'application/xml': { schema }, 'application/merge-patch+json': { schema } };
    const { tool } = await readTool({ requestBody: { required: true, content } }, 'patch');
    expect(tool?.operation.body).toMatchObject({ mediaType: 'application/merge-patch+json', encoding: 'json' });
  });

  test.each([
    [{ '': { schema }, 'x;y': {} }, 'application/json', 2],
    [{ '': {}, 'text/plain': { schema } }, 'text/plain', 1],
  ])('whose media type has no name is JSON unless another one has: %j', async (content, mediaType, warnings) => {
    const { tool, diagnostics } = await readTool({ requestBody: { required: true, content } }, 'post');
    expect(tool?.operation.body).toMatchObject({ mediaType });
    expect(diagnostics.map((text) => text.split(' ')[0])).toEqual(Array(warnings).fill('invalid-api'));
  });

  test('that is a form keeps the style of its fields', async () => {
    const b = { style: 'spaceDelimited', explode: false };
    const { tool } = await readTool(bodyOf('application/x-www-form-urlencoded', { schema, encoding: { b } }), 'post');
    expect(tool?.operation.body).toMatchObject({ encoding: 'form', parts: { b } });
  });

  test('in parts has files in Base64, or as text where they are text', async () => {
    const properties = {
      picture: { type: 'string', format: 'binary', description: 'A picture.' },
      pages: { type: 'array', items: { type: 'string', format: 'binary' } },
      notes: { type: 'string', format: 'binary' },
      name: text,
    };
    const encoding = { picture: { contentType: 'image/png' }, notes: { contentType: 'text/csv' } };
    const media = { schema: { type: 'object', properties }, encoding };
    const { tool } = await readTool(bodyOf('multipart/form-data', media), 'post');
    expect(tool?.operation.body.parts).toEqual({
      picture: { contentType: 'image/png', file: 'base64' },
      pages: { file: 'base64' },
      notes: { contentType: 'text/csv', file: 'text' },
    });
    expect(tool?.inputSchema.properties.picture.description).toBe('A picture.');
    expect(tool?.inputSchema.properties.picture.anyOf[0]).toMatchObject({ type: 'string', contentEncoding: 'base64' });
    expect(tool?.inputSchema.properties.pages.items.anyOf[1].properties).toHaveProperty('fileName');
  });

  test.each([
    ['text/plain', 'text'],
    ['application/xml', 'text'],
    ['application/octet-stream', 'binary'],
    ['image/png', 'binary'],
    ['*/*', 'json'],
  ])('of type %s is %s', async (mediaType, encoding) => {
    const { tool } = await readTool(bodyOf(mediaType, { schema: {} }), 'post');
    expect(tool?.operation.body.encoding).toBe(encoding);
    expect(tool?.inputSchema.required).toEqual(['body']);
  });
});

describe('a tool says', () => {
  test.each([
    ['get', true, false, true],
    ['post', false, false, false],
    ['put', false, true, true],
    ['patch', false, true, false],
    ['delete', false, true, true],
  ])(
    'what %s promises: read-only: %s, destructive: %s, idempotent: %s',
    async (method, readOnlyHint, destructiveHint, idempotentHint) => {
      const { tool } = await readTool({}, method);
      expect(tool?.annotations).toEqual({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint: true });
    },
  );

  test.each([
    [{ summary: 'List things', description: 'All of them.' }, 'List things', 'List things.\n\nAll of them.'],
    [
      { summary: 'List the repositories for a user', description: "Lists a user's repositories.\n\nWith an account." },
      'List the repositories for a user',
      "Lists a user's repositories.\n\nWith an account.",
    ],
    [
      { summary: 'List things', description: 'Lists them.\n\nNeeds an account for things.' },
      'List things',
      'List things.\n\nLists them.\n\nNeeds an account for things.',
    ],
    [{ summary: 'List things' }, 'List things', 'List things'],
    [{ description: 'All of them.' }, 'list', 'All of them.'],
    [{}, 'list', 'GET /things'],
  ])('what %j says', async (operation, title, description) => {
    const { tool } = await readTool(operation);
    expect(tool).toMatchObject({ title, description });
  });
});

describe('servers and security', () => {
  test('come with the environment variables that override them', async () => {
    const { apis, tools } = await readApi(
      documentOf(
        {
          get: { operationId: 'list', security: [{ key: [] }, { login: ['read'] }] },
          post: { operationId: 'add', servers: [{ url: 'https://upload.example.com' }] },
          put: { operationId: 'open', security: [] },
        },
        {
          servers: [
            { url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
          ],
          security: [{ basic: [] }],
          components: {
            securitySchemes: {
              key: { type: 'apiKey', in: 'header', name: 'X-Key' },
              basic: { type: 'http', scheme: 'basic' },
              token: { type: 'http', scheme: 'Bearer' },
              login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } },
              person: { type: 'oauth2', flows: { implicit: { authorizationUrl: '/a', scopes: {} } } },
              oidc: { type: 'openIdConnect', openIdConnectUrl: '/o' },
              tls: { type: 'mutualTLS' },
            },
          },
        },
      ),
    );
    expect(apis[0]).toEqual({
      name: 'api',
      server: {
        url: 'https://{region}.example.com/v1',
        environment: 'API__API__BASE_URL',
        variables: { region: { default: 'eu', environment: 'API__API__REGION', enum: ['eu', 'us'] } },
      },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key', keyVariable: 'API__API__KEY' },
        basic: {
          type: 'basic',
          userVariable: 'API__API__BASIC_USERNAME',
          passwordVariable: 'API__API__BASIC_PASSWORD',
        },
        token: { type: 'bearer', tokenVariable: 'API__API__TOKEN' },
        login: {
          type: 'clientCredentials',
          tokenUrl: '/token',
          tokenVariable: 'API__API__LOGIN_TOKEN',
          clientIdVariable: 'API__API__LOGIN_CLIENT_ID',
          clientSecretVariable: 'API__API__LOGIN_CLIENT_SECRET',
        },
        person: { type: 'bearer', tokenVariable: 'API__API__PERSON_TOKEN' },
        oidc: { type: 'bearer', tokenVariable: 'API__API__OIDC_TOKEN' },
        tls: { type: 'unsupported', what: 'mutualTLS' },
      },
    });
    expect(tools['list']?.operation.security).toEqual([{ key: [] }, { login: ['read'] }]);
    expect(tools['add']?.operation).toMatchObject({
      security: [{ basic: [] }],
      server: { url: 'https://upload.example.com', environment: 'API__API__UPLOAD_EXAMPLE_COM_BASE_URL' },
    });
    // The document says that this operation needs no credentials; for others it may say nothing.
    expect(tools['open']?.operation.security).toEqual([]);
  });
});

test('a redirect that is the only answer described is what the tool answers', async () => {
  const { tool } = await readTool({ responses: { 302: { description: 'There.' } } });
  expect(tool?.operation.answersRedirect).toBe(true);
});

async function readServer(server: object) {
  const { apis, diagnostics } = await readApi(documentOf({ get: { operationId: 'a' } }, { servers: [server] }));
  return { server: apis[0].server, diagnostics };
}

test.each([
  [
    'whose default is none of its values takes that one, too',
    { default: 'eu', enum: ['us', 'asia'] },
    { default: 'eu', environment: 'API__API__X', enum: ['eu', 'us', 'asia'] },
    ['invalid-api 19:22'],
  ],
  [
    'without a default has its first value, and numbers are texts',
    { enum: [8443, 443] },
    { default: '8443', environment: 'API__API__X', enum: ['8443', '443'] },
    [],
  ],
])('a variable %s', async (_title, x, expected, warnings) => {
  const { server, diagnostics } = await readServer({ url: 'https://{x}.example.com', variables: { x } });
  expect(server.variables.x).toEqual(expected);
  expect(diagnostics).toEqual(warnings);
});

test('a variable that is not described is told of', async () => {
  const { server, diagnostics } = await readServer({ url: 'https://{region}.example.com' });
  expect(server).toEqual({ url: 'https://{region}.example.com', environment: 'API__API__BASE_URL' });
  expect(diagnostics).toEqual(['invalid-api 16:14']);
});
