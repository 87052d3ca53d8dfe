import { describe, expect, test } from 'vitest';
import { print, read } from '../definitions/diagnose.js';
import { authPart } from '../../generator/features/auth/auth-part.js';
import { scopesPart } from '../../generator/features/auth/scopes-part.js';

const issuer = 'https://login.example/realms/books';

/** An OAuth 2 scheme at an issuer, with descriptions of its scopes. */
const oauth = (at: string, scopes: object = { read: 'Reads books', write: 'Writes books' }) => ({
  type: 'oauth2',
  flows: { authorizationCode: { authorizationUrl: `${at}/authorize`, tokenUrl: `${at}/token`, scopes } },
});

interface Settings {
  /** Members under `openapi.stock`, beside the document. */
  readonly api?: object;
  readonly auth?: object | null;
  /** Members of the document. */
  readonly document?: object;
  /** Security schemes of the document. Default: `login`, at the issuer. */
  readonly schemes?: object;
}

function makeFiles(security: unknown, { api = {}, auth = {}, document = {}, schemes }: Settings) {
  const operation = {
    operationId: 'count',
    description: 'Counts.',
    security,
    responses: { 200: { description: 'n' } },
  };
  const stock = {
    openapi: '3.1.0',
    info: { title: 'Stock', version: '1' },
    paths: { '/books': { get: operation } },
    components: { securitySchemes: schemes ?? { login: oauth(issuer) } },
    ...document,
  };
  const definition = {
    server: { name: 's', version: '1' },
    ...(auth && { auth: { issuers: [issuer], ...auth } }),
    openapi: { stock: { document: './stock.json', ...api } },
  };
  return {
    'definitions/stock.json': JSON.stringify(stock),
    'definitions/server.mcp.json': JSON.stringify(definition),
  };
}

/** The scopes of the tool, the declared scopes, and the codes of diagnostics. */
async function readScopes(security: unknown, settings: Settings = {}) {
  const { resolved, diagnostics } = await read(makeFiles(security, settings));
  return {
    tool: resolved.model.tools.map((tool) => scopesPart.of(tool))[0],
    declared: authPart.of(resolved.model)?.scopes.map(({ name, description }) => `${name}: ${description}`),
    codes: diagnostics.map(({ code }) => code),
  };
}

const needs = [{ login: ['read'] }];

describe('a tool needs the scopes of its document', () => {
  test('when the scheme is at an issuer; the document describes them', async () => {
    expect(await readScopes(needs)).toEqual({ tool: ['read'], declared: ['read: Reads books'], codes: [] });
  });

  test('and those that all operations have', async () => {
    expect((await readScopes(undefined, { document: { security: needs } })).tool).toEqual(['read']);
    expect((await readScopes([], { document: { security: needs } })).tool).toBeUndefined();
  });

  test('of the first requirement with such a scheme, and of all its schemes', async () => {
    const schemes = { login: oauth(issuer), other: oauth(issuer, { admin: 'Rules' }), key: { type: 'apiKey' } };
    const security = [{}, { key: [] }, { login: ['read', 'write'], other: ['admin'] }, { login: ['read'] }];
    expect((await readScopes(security, { schemes })).tool).toEqual(['read', 'write', 'admin']);
  });

  test.each([
    [
      'an OpenID Connect address',
      { type: 'openIdConnect', openIdConnectUrl: `${issuer}/.well-known/openid-configuration` },
    ],
    [
      'an address of metadata (OpenAPI 3.2)',
      {
        type: 'oauth2',
        oauth2MetadataUrl: 'https://login.example/.well-known/oauth-authorization-server/realms/books',
        flows: {},
      },
    ],
  ])('with %s', async (_what, login) => {
    expect(await readScopes(needs, { schemes: { login } })).toEqual({
      tool: ['read'],
      declared: ['read: '],
      codes: [],
    });
  });

  test('in OpenAPI 2', async () => {
    const swagger = {
      openapi: undefined,
      components: undefined,
      swagger: '2.0',
      host: 'stock.example',
      securityDefinitions: {
        login: { type: 'oauth2', flow: 'application', tokenUrl: `${issuer}/token`, scopes: { read: 'Reads' } },
      },
    };
    expect(await readScopes(needs, { document: swagger })).toEqual({
      tool: ['read'],
      declared: ['read: Reads'],
      codes: [],
    });
  });

  test('without the prefix that `auth` puts before them', async () => {
    const schemes = { login: oauth(issuer, { 'api://books/read': 'Reads' }) };
    const settings = { schemes, auth: { scopePrefix: 'api://books/' } };
    expect(await readScopes([{ login: ['api://books/read'] }], settings)).toMatchObject({
      tool: ['read'],
      declared: ['read: Reads'],
    });
  });

  test('in the words of `auth`, which may include them in others and require them', async () => {
    const auth = { scopes: { read: 'Look', all: 'Everything' }, implies: { all: ['read'] } };
    expect(await readScopes(needs, { auth })).toEqual({
      tool: ['read'],
      declared: ['read: Look', 'all: Everything'],
      codes: [],
    });
    const required = await readScopes(needs, { auth: { required: ['read'] } });
    expect(required.codes).toEqual([]);
  });

  test('but not `offline_access`, which permits nothing', async () => {
    expect((await readScopes([{ login: ['offline_access', 'read'] }])).tool).toEqual(['read']);
    expect((await readScopes([{ login: ['offline_access'] }])).tool).toBeUndefined();
  });

  test('unless it has scopes of its own', async () => {
    const own = (scopes: readonly string[]) => ({
      api: { tools: { count: { scopes } } },
      auth: { scopes: { own: 'Own' } },
    });
    expect(await readScopes(needs, own(['own']))).toEqual({ tool: ['own'], declared: ['own: Own'], codes: [] });
    expect(await readScopes(needs, own([]))).toEqual({
      tool: undefined,
      declared: ['own: Own'],
      codes: ['unused-scope'],
    });
  });
});

describe('a scheme of another issuer', () => {
  test.each([
    ['of another host', 'https://login.other/realms/books'],
    ['of another realm', 'https://login.example/realms/bookshop'],
    ['above the realm', 'https://login.example'],
    ['that leaves the realm', 'https://login.example/realms/books/../other'],
  ])('%s gives no scopes', async (_what, at) => {
    expect(await readScopes(needs, { schemes: { login: oauth(at) } })).toEqual({
      tool: undefined,
      declared: [],
      codes: [],
    });
  });

  test('gives them with `scopes: document`', async () => {
    const settings = { schemes: { login: oauth('https://login.other') }, api: { scopes: 'document' } };
    expect(await readScopes(needs, settings)).toEqual({ tool: ['read'], declared: ['read: Reads books'], codes: [] });
  });

  test('an API key has no scopes', async () => {
    const settings = { schemes: { login: { type: 'apiKey', in: 'header', name: 'k' } }, api: { scopes: 'document' } };
    expect(await readScopes(needs, settings)).toMatchObject({ tool: undefined, codes: ['unmatched-filter'] });
  });
});

describe('scopes of documents', () => {
  test('are left out with `scopes: none`', async () => {
    expect(await readScopes(needs, { api: { scopes: 'none' } })).toEqual({ tool: undefined, declared: [], codes: [] });
  });

  test('are a question when only the environment names the issuer', async () => {
    const auth = { issuers: ['${ISSUER}'] };
    expect(await readScopes(needs, { auth })).toEqual({ tool: undefined, declared: [], codes: ['undecided-scopes'] });
    const text = await print(makeFiles(needs, { auth }));
    expect(text).toContain('The tools of `stock` need no scopes');
    expect(text).toContain('Write `scopes: document` under `openapi.stock`');
    for (const scopes of ['document', 'none']) {
      expect((await readScopes(needs, { auth, api: { scopes } })).codes).toEqual([]);
    }
    expect((await readScopes([{ login: [] }], { auth })).codes).toEqual([]);
  });

  test('that no caller can have are errors', async () => {
    expect((await readScopes([{ login: ['a b'] }])).codes).toEqual(['invalid-auth']);
    expect((await readScopes([{ login: ['a"'] }])).codes).toEqual(['invalid-auth']);
  });

  test('beyond 256 are errors', async () => {
    const names = Array.from({ length: 257 }, (_, index) => `s${index}`);
    expect((await readScopes([{ login: names }])).codes).toEqual(['invalid-auth']);
    expect((await readScopes([{ login: names.slice(1) }])).codes).toEqual([]);
  });

  test('need `auth`', async () => {
    expect((await readScopes(needs, { auth: null })).codes).toEqual([]);
    expect((await readScopes(needs, { auth: null, api: { scopes: 'document' } })).codes).toEqual(['invalid-auth']);
    expect((await readScopes(needs, { auth: null, api: { scopes: 'none' } })).codes).toEqual([]);
  });
});
