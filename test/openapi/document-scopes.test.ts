import { describe, expect, test } from 'vitest';
import { authPart } from '../../generator/features/auth/auth-part.js';
import { scopesPart } from '../../generator/features/auth/scopes-part.js';
import { print, read as readFiles } from '../definitions/diagnose.js';

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
  const { resolved, diagnostics } = await readFiles(makeFiles(security, settings));
  return {
    tool: resolved.model.tools.map((tool) => scopesPart.of(tool))[0],
    declared: authPart.of(resolved.model)?.scopes.map(({ name, description }) => `${name}: ${description}`),
    codes: diagnostics.map(({ code }) => code),
  };
}

const needs = [{ login: ['read'] }];

const metadata = 'https://login.example/.well-known/oauth-authorization-server/realms/books';
const discovery = `${issuer}/.well-known/openid-configuration`;
const swagger = {
  openapi: undefined,
  components: undefined,
  swagger: '2.0',
  host: 'stock.example',
  securityDefinitions: {
    login: { type: 'oauth2', flow: 'application', tokenUrl: `${issuer}/token`, scopes: { read: 'Reads books' } },
  },
};
const several = { login: oauth(issuer), other: oauth(issuer, { admin: 'Rules' }), key: { type: 'apiKey' } };
const choice = [{}, { key: [] }, { login: ['read', 'write'], other: ['admin'] }, { login: ['read'] }];
const prefixed = { login: oauth(issuer, { 'api://books/read': 'Reads books' }) };
const own = (scopes: readonly string[]) => ({
  api: { tools: { count: { scopes } } },
  auth: { scopes: { own: 'Own' } },
});
const read = ['read: Reads books'];

interface Wanted {
  /** Scopes of the tool. */
  readonly tool?: readonly string[];
  readonly declared?: readonly string[];
  readonly codes?: readonly string[];
}

test.each<[what: string, security: unknown, settings: Settings, wanted: Wanted]>([
  ['of its document, when the scheme is at an issuer', needs, {}, { tool: ['read'], declared: read }],
  ['that all operations have', undefined, { document: { security: needs } }, { tool: ['read'], declared: read }],
  ['that it has in place of those', [], { document: { security: needs } }, {}],
  [
    'of the first requirement with such a scheme, and of all its schemes',
    choice,
    { schemes: several },
    { tool: ['read', 'write', 'admin'], declared: ['read: Reads books', 'write: Writes books', 'admin: Rules'] },
  ],
  [
    'with an OpenID Connect address',
    needs,
    { schemes: { login: { type: 'openIdConnect', openIdConnectUrl: discovery } } },
    { tool: ['read'], declared: ['read: '] },
  ],
  [
    'with an address of metadata (OpenAPI 3.2)',
    needs,
    { schemes: { login: { type: 'oauth2', oauth2MetadataUrl: metadata, flows: {} } } },
    { tool: ['read'], declared: ['read: '] },
  ],
  ['in OpenAPI 2', needs, { document: swagger }, { tool: ['read'], declared: read }],
  [
    'without the prefix that `auth` puts before them',
    [{ login: ['api://books/read'] }],
    { schemes: prefixed, auth: { scopePrefix: 'api://books/' } },
    { tool: ['read'], declared: read },
  ],
  [
    'in the words of `auth`, which may include them in others',
    needs,
    { auth: { scopes: { read: 'Look', all: 'Everything' }, implies: { all: ['read'] } } },
    { tool: ['read'], declared: ['read: Look', 'all: Everything'] },
  ],
  ['that `auth` requires', needs, { auth: { required: ['read'] } }, { tool: ['read'], declared: read }],
  ['but not `offline_access`', [{ login: ['offline_access', 'read'] }], {}, { tool: ['read'], declared: read }],
  ['and none with `offline_access` alone, which permits nothing', [{ login: ['offline_access'] }], {}, {}],
  ['of its own', needs, own(['own']), { tool: ['own'], declared: ['own: Own'] }],
  ['and none of its own', needs, own([]), { declared: ['own: Own'], codes: ['unused-scope'] }],
  ['and none at another host', needs, { schemes: { login: oauth('https://login.other/realms/books') } }, {}],
  ['and none at another realm', needs, { schemes: { login: oauth('https://login.example/realms/bookshop') } }, {}],
  ['and none above the realm', needs, { schemes: { login: oauth('https://login.example') } }, {}],
  ['and none out of the realm', needs, { schemes: { login: oauth(`${issuer}/../other`) } }, {}],
  [
    'of another issuer with `scopes: document`',
    needs,
    { schemes: { login: oauth('https://login.other') }, api: { scopes: 'document' } },
    { tool: ['read'], declared: read },
  ],
  [
    'and none of an API key',
    needs,
    { schemes: { login: { type: 'apiKey', in: 'header', name: 'k' } }, api: { scopes: 'document' } },
    { codes: ['unmatched-filter'] },
  ],
  ['and none with `scopes: none`', needs, { api: { scopes: 'none' } }, {}],
])('a tool needs the scopes %s', async (_what, security, settings, { tool, declared = [], codes = [] }) => {
  expect(await readScopes(security, settings)).toEqual({ tool, declared, codes });
});

describe('scopes of documents', () => {
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

  test('that no caller can have, or beyond 256, are errors', async () => {
    expect((await readScopes([{ login: ['a b'] }])).codes).toEqual(['invalid-auth']);
    expect((await readScopes([{ login: ['a"'] }])).codes).toEqual(['invalid-auth']);
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
