import { createServer, request, type ClientRequest, type RequestListener, type Server } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lookUpPublic } from '../../generator/feature-kit/load/look-up-public.js';
import { RemoteReader, type RemoteLimits } from '../../generator/feature-kit/load/remote-reader.js';

let server: Server;
let answer: RequestListener;
const seen: string[] = [];

beforeAll(async () => {
  server = createServer((incoming, response) => {
    seen.push(`${incoming.headers.host}${incoming.url}`);
    answer(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => server.close());

beforeEach(() => {
  seen.length = 0;
  answer = (_incoming, response) => response.end('type: string');
});

/** Sends what would go to any host by HTTPS to the server of this test. */
const send = ((address: string, { signal, headers }: RequestOptions, take: Parameters<typeof request>[2]) => {
  const { host, pathname } = new URL(address);
  const { port } = server.address() as AddressInfo;
  return request(
    { host: '127.0.0.1', port, path: pathname, headers: { ...headers, host }, ...(signal && { signal }) },
    take,
  );
}) as unknown as ConstructorParameters<typeof RemoteReader>[2];

async function read(address: string, hosts: readonly string[], limits: Partial<RemoteLimits> = {}): Promise<string> {
  const file = await new RemoteReader(hosts, limits, send).read(address);
  return file.status === 'read' ? file.text : `no: ${file.reason}`;
}

describe('what may be fetched', () => {
  test.each([
    ['https://example.com/a.yaml', true],
    ['https://EXAMPLE.com:443/a.yaml', true],
    ['https://localhost:8443/a.yaml', true],
    ['http://example.com/a.yaml', false],
    ['https://example.com:444/a.yaml', false],
    ['https://localhost/a.yaml', false],
    ['https://www.example.com/a.yaml', false],
    ['https://example.com.evil.net/a.yaml', false],
    ['https://evil.net\\@example.com/', false],
    ['https://user:password@example.com/a.yaml', false],
    ['file:///etc/passwd', false],
    ['https://127.0.0.1/', false],
    ['https://2130706433/', false],
    ['not an address', false],
  ])('%s: %s', (address, isAllowed) => {
    expect(new RemoteReader(['example.com', 'localhost:8443']).allows(address)).toBe(isAllowed);
  });
});

describe('fetching', () => {
  test('gives the file, and sends nothing to other hosts', async () => {
    expect(await read('https://example.com/a.yaml', ['other.com'])).toMatch(/^no: /u);
    expect(await read('https://example.com/a.yaml', ['example.com'])).toBe('type: string');
    expect(seen).toEqual(['example.com/a.yaml']);
  });

  test('follows redirects among the hosts that are named', async () => {
    answer = ({ url }, response) => {
      if (url === '/b') response.end('there');
      else response.writeHead(302, { location: 'https://b.com/b' }).end();
    };
    expect(await read('https://a.com/a', ['a.com', 'b.com'])).toBe('there');
  });

  test.each([
    ['another host', 'https://evil.net/b'],
    ['plain HTTP', 'http://a.com/b'],
    ['this machine', 'https://127.0.0.1/b'],
  ])('follows no redirect to %s', async (_title, location) => {
    answer = (_incoming, response) => response.writeHead(301, { location }).end();
    expect(await read('https://a.com/a', ['a.com'])).toBe(`no: it redirects to ${location}, which is not allowed`);
    expect(seen).toEqual(['a.com/a']);
  });

  test('gives up after five redirects', async () => {
    answer = (_incoming, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await read('https://a.com/a', ['a.com'])).toBe('no: too many redirects');
    expect(seen).toHaveLength(6);
  });

  test('reads no more than a file may have', async () => {
    answer = (_incoming, response) => response.end('x'.repeat(1001));
    expect(await read('https://a.com/a', ['a.com'], { bytes: 1000 })).toBe('no: it is larger than 1000 bytes');
    expect(await read('https://a.com/a', ['a.com'], { bytes: 1001 })).toHaveLength(1001);
  });

  test('reads no more files than a run may have', async () => {
    const reader = new RemoteReader(['a.com'], { files: 1 }, send);
    expect((await reader.read('https://a.com/a')).status).toBe('read');
    expect((await reader.read('https://a.com/b')).status).toBe('unfetched');
  });

  test('reads no more bytes than all files of a run may have', async () => {
    answer = (_incoming, response) => response.end('x'.repeat(600));
    const reader = new RemoteReader(['a.com'], { totalBytes: 1000 }, send);
    const reason = 'the files fetched in a run are larger than 1000 bytes in total';
    expect((await reader.read('https://a.com/a')).status).toBe('read');
    expect(await reader.read('https://a.com/b')).toEqual({ status: 'unfetched', reason });
    expect(await reader.read('https://a.com/c')).toEqual({ status: 'unfetched', reason });
    expect(seen).toHaveLength(2);
  });

  test('waits no longer than all files of a run may take', async () => {
    answer = (_incoming, response) => void response.write('x');
    let [time, sent] = [0, 0];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
    onTestFinished(() => clock.mockRestore());
    const slow: typeof send = (...given: readonly unknown[]) => {
      time += 80;
      sent += 1;
      return (send as unknown as (...all: readonly unknown[]) => ClientRequest)(...given);
    };
    const reader = new RemoteReader(['a.com'], { milliseconds: 100, totalMilliseconds: 150 }, slow);
    const reason = 'the files fetched in a run take longer than 0.15 s in total';
    expect(await reader.read('https://a.com/a')).toEqual({ status: 'unfetched', reason: 'it takes longer than 0.1 s' });
    expect(await reader.read('https://a.com/b')).toEqual({ status: 'unfetched', reason });
    expect(await reader.read('https://a.com/c')).toEqual({ status: 'unfetched', reason });
    expect(sent).toBe(2);
  });

  test('says what the server answers instead', async () => {
    answer = (_incoming, response) => response.writeHead(404).end();
    expect(await read('https://a.com/a', ['a.com'])).toBe('no: the server responded with 404');
  });
});

describe('a name that leads to', () => {
  test.each([
    ['this machine', '127.0.0.1', false],
    ['this machine, in IPv6', '::1', false],
    ['this machine, in IPv6 clothes', '::ffff:127.0.0.1', false],
    ['a private network', '10.1.2.3', false],
    ['the metadata of a cloud', '169.254.169.254', false],
    ['a unique local address', 'fd00::1', false],
    ['a private address that was named itself', '10.9.9.9', true],
    ['a public address', '93.184.216.34', true],
    ['a public address in IPv6', '2606:4700::1111', true],
  ])('%s', async (_title, address, isAllowed) => {
    const family = address.includes(':') ? 6 : 4;
    const resolve = (_name: string, _options: object, give: (error: null, found: readonly object[]) => void) =>
      give(null, [{ address, family }]);
    const named = new Set(['example.com', '10.9.9.9:8443']);
    const lookUp = lookUpPublic(named, resolve as unknown as NonNullable<Parameters<typeof lookUpPublic>[1]>);
    const outcome = await new Promise((done) =>
      lookUp('example.com', { all: false }, (error, found) => done(error?.message ?? found)),
    );
    const refused = `example.com has the private address ${address}, which must be allowed explicitly`;
    expect(outcome).toBe(isAllowed ? address : refused);
  });
});
