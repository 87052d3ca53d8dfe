import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApplication, type Tokens } from './application.js';
import { ada, visit } from './browser.js';
import { post, spawnLibrary, startLibrary, type Library } from './start-library.js';

/** One with JWTs, and one with opaque access tokens. */
let library: Library;
let opaque: Library;

beforeAll(async () => {
  [library, opaque] = await Promise.all([startLibrary(), startLibrary('--opaque')]);
});

afterAll(() =>
  Promise.all(
    [library, opaque].map(({ child, exited }) => {
      child.kill();
      return exited;
    }),
  ),
);

const listLoans = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_loans', arguments: {} } };

/** Runs the command that gets an access token. */
async function logIn({ url }: Library, user: string, scopes: string): Promise<string> {
  const program = 'definitions/library/local/log-in.mjs';
  return (await promisify(execFile)(process.execPath, [program, user, scopes, url.href])).stdout.trim();
}

/** Address that an application opens in the browser. */
async function makeLogin({ url, issuer }: Library, redirect = 'http://127.0.0.1:1/callback'): Promise<URL> {
  const registration = { redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
  const headers = { 'Content-Type': 'application/json' };
  const registered = await fetch(`${issuer}/reg`, { method: 'POST', headers, body: JSON.stringify(registration) });
  const { client_id } = (await registered.json()) as { client_id: string };
  const start = new URL('/auth', issuer);
  start.search = new URLSearchParams({
    response_type: 'code',
    client_id,
    scope: 'books:read',
    resource: url.href,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString();
  return start;
}

test('access tokens that are no JWT are introspected, and name their user', async () => {
  const token = await logIn(opaque, 'grace', 'books:read loans:read');
  expect(token).toMatch(/^[\w-]+$/u);
  const answer = await post(opaque.url, token, listLoans);
  expect(await answer.text()).toContain('Grace Hopper');
  expect((await post(opaque.url, `${token}x`, listLoans)).status).toBe(401);
});

test('a refresh token gives a new access token with the same scopes', async () => {
  const app = createApplication('SDK v2', library.url);
  await expect(app.connect()).rejects.toThrow();
  const { address } = await app.logIn(ada);
  expect(address.searchParams.get('iss')).toBe(library.issuer);
  const first = app.tokens();
  const claims = Buffer.from(first?.access_token.split('.')[1] ?? '', 'base64url').toString();
  const { client_id } = JSON.parse(claims) as { client_id: string };
  const form = { grant_type: 'refresh_token', refresh_token: first?.refresh_token ?? '', client_id };
  const renewed = await fetch(`${library.issuer}/token`, { method: 'POST', body: new URLSearchParams(form) });
  const second = (await renewed.json()) as Tokens;
  expect(second.scope).toBe('books:read');
  expect(second.access_token).not.toBe(first?.access_token);
  const found = { ...listLoans, params: { name: 'find_books', arguments: {} } };
  expect((await post(library.url, second.access_token, found)).status).toBe(200);
});

test('a wrong password is said on the page, and no user is logged in', async () => {
  const login = await makeLogin(library);
  await expect(visit(login, { ...ada, password: 'wrong' })).rejects.toThrow(
    /401 [\s\S]*There is no such user with this password\./u,
  );
});

test.each([
  'http://localhost:54545/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'https://app.example/cb',
])('applications get their users back at addresses of every kind: %s', async (redirect) => {
  const { address, pages } = await visit(await makeLogin(library, redirect), ada);
  expect(address.href).toMatch(new RegExp(`^${redirect}\\?code=`, 'u'));
  expect(pages).toHaveLength(2);
});

test('tokens for another server are not issued', async () => {
  const login = await makeLogin(library);
  login.searchParams.set('resource', 'http://127.0.0.1:1/mcp');
  expect((await visit(login, ada)).address.searchParams.get('error')).toBe('invalid_target');
});

test.each(['JWT', 'opaque'])('the API knows its readers, and refuses the tokens that they have: %s', async (kind) => {
  const asked = kind === 'opaque' ? opaque : library;
  const [, catalogue = ''] = /API of the catalogue +(\S+)/u.exec(asked.output.stdout) ?? [];
  const isbn = '9780140449136';
  for (const [user, name] of [
    ['ada', 'Ada Lovelace'],
    ['grace', 'Grace Hopper'],
  ] as const) {
    const token = await logIn(asked, user, 'books:read loans:write');
    const borrow = { ...listLoans, params: { name: 'borrow_book', arguments: { isbn } } };
    const answer = await (await post(asked.url, token, borrow)).text();
    expect(answer).toContain(`\\"lentTo\\":\\"${name}\\"`);
    const refused = await fetch(`${catalogue}/books/${isbn}`, { headers: { Authorization: `Bearer ${token}` } });
    expect([refused.status, refused.headers.get('www-authenticate'), await refused.json()]).toEqual([
      401,
      'Bearer',
      { message: 'The access token is missing, or it is not for the catalogue.' },
    ]);
  }
  expect((await fetch(`${catalogue}/books`)).status).toBe(401);
});

test('only the server exchanges tokens', async () => {
  const registration = { redirect_uris: ['http://127.0.0.1:1/cb'], token_endpoint_auth_method: 'none' };
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(registration);
  const registered = await fetch(`${library.issuer}/reg`, { method: 'POST', headers, body });
  const { client_id } = (await registered.json()) as { client_id: string };
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    client_id,
    subject_token: await logIn(library, 'ada', 'books:read'),
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    audience: 'catalogue',
  };
  const refused = await fetch(`${library.issuer}/token`, { method: 'POST', body: new URLSearchParams(form) });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({
    error: 'invalid_request',
    error_description: 'requested grant type is not allowed for this client',
  });
});

describe('the program', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('ends with all that it started: %s', async (signal) => {
    const { child, exited, url, issuer } = await startLibrary();
    child.kill(signal);
    expect(await exited).toBe(0);
    for (const address of [url, issuer]) await expect(fetch(address)).rejects.toThrow();
  });

  test('says which option sets another port, and ends', async () => {
    const { port } = new URL(library.issuer);
    const second = spawnLibrary('--port', '0', '--auth-port', port, '--api-port', '0');
    expect(await second.exited).toBe(1);
    expect(second.output.stderr).toContain(`Port ${port} is taken: choose another one with --auth-port`);
  });

  test('ends when the server does not start', async () => {
    const { port } = library.url;
    const { exited, output } = spawnLibrary('--port', port, '--auth-port', '0', '--api-port', '0');
    expect(await exited).toBe(1);
    expect(output.stderr).toContain(port);
  });
});
