import { describe, expect, test } from 'vitest';
import { authPart } from '../../generator/features/auth/auth-part.js';
import { scopesPart } from '../../generator/features/auth/scopes-part.js';
import { print, read as readFiles } from '../definitions/diagnose.js';
import { readTable } from '../kit/read-table.js';

const issuer = 'https://login.example/realms/books';

/** An OAuth 2 scheme at an issuer, with descriptions of its scopes. */
const oauth = (at: string, scopes: object = { read: 'Reads books', write: 'Writes books' }) => ({
  type: 'oauth2',
  flows: { authorizationCode: { authorizationUrl: `${at}/authorize`, tokenUrl: `${at}/token`, scopes } },
});

interface Settings {
  /** Members under `openapi.stock`, next to the document. */
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
    ...(!('swagger' in document) && {
      openapi: '3.1.0',
      components: { securitySchemes: schemes ?? { login: oauth(issuer) } },
    }),
    info: { title: 'Stock', version: '1' },
    paths: { '/books': { get: operation } },
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

test.each(readTable('openapi/document-scopes.tsv'))(
  'a tool needs the scopes %s',
  async (_what, security = '', settings = '', tool = '', declared = '', codes = '') => {
    const found = await readScopes(
      security === '' ? undefined : JSON.parse(security),
      JSON.parse(settings) as Settings,
    );
    expect(found).toEqual({
      tool: tool === '' ? undefined : tool.split(' '),
      declared: declared === '' ? [] : declared.split(' | '),
      codes: codes === '' ? [] : codes.split(' '),
    });
  },
);

describe('scopes of documents', () => {
  test('are a question when only the environment names the issuer', async () => {
    const auth = { issuers: ['${ISSUER}'] };
    expect(await readScopes(needs, { auth })).toEqual({ tool: undefined, declared: [], codes: ['undecided-scopes'] });
    const text = await print(makeFiles(needs, { auth }));
    expect(text).toContain('The tools of `stock` require no scopes');
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
