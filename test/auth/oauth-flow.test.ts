import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';
import { request } from './books.js';
import { addressOf, key, scopes, startBookshop, type Bookshop } from './protected-bookshop.js';
import { Application, connectOnce, realClients, redirectUrl } from './real-clients.js';

const clientId = 'https://app.example/client.json';
const document = {
  client_id: clientId,
  client_name: 'An application that nobody registered',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  application_type: 'native',
};

let bookshop: Bookshop;
let project: Project;
let url: URL;

beforeAll(async () => {
  bookshop = await startBookshop({ [clientId]: document });
  ({ project, url } = bookshop);
}, 60_000);

afterAll(() => bookshop.close());

/** Calls a tool with the key of the reader. */
function callAsReader(target: URL, name: string, input: object): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  };
  return fetch(target, {
    method: 'POST',
    headers,
    body: JSON.stringify(request('tools/call', { name, arguments: input })),
  });
}

describe('the generated project', () => {
  test('has the scopes and the subject in its types', async () => {
    expect(await typeCheck(project.folder)).toBe('');
    const wrong = path.join(project.folder, 'handlers', 'tools', 'find-book.ts');
    const text = readFileSync(wrong, 'utf8');
    writeFileSync(wrong, text.replace('books:order', 'books:burn'));
    expect(await typeCheck(project.folder)).toContain('"books:burn"');
    writeFileSync(wrong, text);
  });

  test('an operation in discover mode needs the scopes of its document, and is described without them', async () => {
    const called = await callAsReader(url, 'call_operation', { operation: 'countBooks', arguments: {} });
    expect(called.status).toBe(403);
    expect(called.headers.get('www-authenticate')).toContain('scope="books:read books:order"');
    const other = await callAsReader(url, 'call_operation', { operation: 'countAuthors', arguments: {} });
    expect(other.status).toBe(200);
    const described = await callAsReader(url, 'describe_operation', { operation: 'countBooks' });
    expect(await described.text()).toContain('GET /books');
  });

  test('a script calls what its sender may call, and nothing else', async () => {
    const code = bookshop.start(['--http', '0', '--mode', 'code']);
    const target = await addressOf(code);
    const run = async (script: string) => (await callAsReader(target, 'run_code', { code: script })).text();
    expect(await run('await tools.find_book({})')).toContain('found for reader');
    for (const refused of ['tools.order_book', 'stock.countBooks']) {
      const text = await run(`await ${refused}({})`);
      expect(text).toContain('Forbidden: requires the scopes books:read, books:order');
    }
    code.child.kill();
    await code.exited;
  });

  test('has code for tokens only with `auth`', async () => {
    const plain = await createProject({
      'definitions/plain.mcp.yaml': 'server: { name: plain, version: 1.0.0 }\ntools:\n  t: { description: T. }\n',
    });
    const read = (folder: string) =>
      readdirSync(path.join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('js'))
        .map((file) => readFileSync(path.join(folder, 'dist', file), 'utf8'))
        .join('\n');
    await plain.bundle();
    const marks = ['oauth-protected-resource', 'dpop+jwt', 'insufficient_scope', 'introspection_endpoint'];
    const code = [read(plain.folder), read(project.folder)] as const;
    expect(marks.filter((mark) => code[0].includes(mark))).toEqual([]);
    expect(marks.filter((mark) => !code[1].includes(mark))).toEqual([]);
  });

  test('lists its variables, and does not start without its issuer', async () => {
    const text = readFileSync(path.join(project.folder, 'generated', 'env.example'), 'utf8');
    expect(text).toContain('# Issuer of access tokens: the URL of the authorization server.\nBOOKS_ISSUER=\n');
    const { output, exited } = bookshop.start(['--http', '0'], { BOOKS_ISSUER: '' });
    expect(await exited).toBe(1);
    expect(output.stderr).toContain('`auth` needs the environment variable BOOKS_ISSUER');
  });

  test('needs no token on stdin', async () => {
    const { child, output, exited } = bookshop.start([]);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'order_book', arguments: {} } };
    child.stdin.end(`${JSON.stringify(call)}\n`);
    expect(await exited).toBe(0);
    expect(output.stdout).toContain('ordered for undefined');
  });
});

describe.each(Object.entries(realClients))('the official client %s', (_name, { Unauthorized, open }) => {
  test('gets from 401 to the answer of a tool, and from books:read to books:order in the middle', async () => {
    const { requests } = bookshop.issuer;
    requests.splice(0);
    const application = new Application();
    const first = open(url, application);
    await expect(first.connect()).rejects.toThrow(Unauthorized);
    expect(requests).toEqual([]);
    await first.finish(await application.agree());
    expect(requests[0]?.get('scope')).toBe('books:read');
    expect(requests[0]?.get('resource')).toBe(url.href);
    const client = open(url, application);
    await client.connect();
    expect(await client.call('find_book')).toMatchObject({ content: [{ text: 'found for ada, false' }] });
    await expect(client.call('order_book')).rejects.toThrow();
    await client.finish(await application.agree());
    expect(requests.at(-1)?.get('scope')?.split(' ')).toEqual(expect.arrayContaining(scopes));
    expect(await client.call('order_book')).toMatchObject({ content: [{ text: 'ordered for ada' }] });
    expect(await client.call('find_book')).toMatchObject({ content: [{ text: 'found for ada, true' }] });
    await client.close();
  });

  test('needs no registration with a Client ID Metadata Document', async () => {
    const { requests, registrations } = bookshop.issuer;
    const before = registrations.count;
    requests.splice(0);
    const application = new Application({ clientMetadataUrl: clientId });
    const client = await connectOnce(() => open(url, application), application);
    expect(await client.call('find_book')).toMatchObject({ content: [{ text: 'found for ada, false' }] });
    expect(requests.map((parameters) => parameters.get('client_id'))).toEqual([clientId]);
    expect(registrations.count).toBe(before);
    await client.close();
  });
});
