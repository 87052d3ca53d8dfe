import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Store, Stores } from '../../runtime/core/api/store.js';
import { redis, type RedisOptions } from '../../runtime/features/stores/redis/index.js';
import { createProject } from '../kit/build-server.js';
import { makeAuthority } from '../kit/make-certificates.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { startValkey, type Valkey } from '../kit/start-valkey.js';

const authority = makeAuthority();
const own = authority.sign('IP:127.0.0.1');
let valkey: Valkey;

beforeAll(async () => {
  valkey = await startValkey({ tls: own });
}, 120_000);
afterAll(() => valkey?.stop());

/** Opens a store until the test is over. */
async function open(options: RedisOptions): Promise<Stores> {
  const stores = redis(options);
  onTestFinished(async () => stores.close?.());
  await stores.open?.({ name: 'tls', environment: {}, report: () => {} });
  return stores;
}

async function expectWorking(store: Store): Promise<void> {
  const heard: string[] = [];
  await store.subscribe('news', (message) => heard.push(message));
  await store.write('kept', 'a', 60_000);
  expect(await store.read('kept')).toBe('a');
  await store.publish('news', 'hello');
  await vi.waitFor(() => expect(heard).toEqual(['hello']));
}

describe('a store behind TLS', { timeout: 60_000 }, () => {
  test('is reached by commands, messages and the queue with the authority of the options', async () => {
    const { shared, queue } = await open({ url: valkey.url, client: { socket: { ca: readFileSync(authority.file) } } });
    await expectWorking(shared);
    await queue?.check();
    expect(valkey.run('KEYS', '*')).toContain('mcp:tls:kept');
  });

  test('that wants certificates of its clients gets that of the options', async () => {
    const strict = await startValkey({ tls: own, settings: ['tls-auth-clients yes'] });
    onTestFinished(() => strict.stop());
    const socket = { ca: readFileSync(authority.file) };
    const { file, keyFile } = authority.sign('DNS:client');
    const certified = { ...socket, cert: readFileSync(file), key: readFileSync(keyFile) };
    const { shared } = await open({ url: strict.url, client: { socket: certified } });
    await expectWorking(shared);
    await expect(open({ url: strict.url, waitMs: 0, client: { socket } })).rejects.toThrow('cannot be used:');
  });
});

describe('a built server with rediss:// in MCP_REDIS_URL', { timeout: 60_000 }, () => {
  let server: string;
  beforeAll(async () => {
    const project = await createProject({
      'package.json': '{ "type": "module" }',
      'definitions/empty.mcp.yaml': 'server: { name: empty, version: 1.0.0, store: redis }',
    });
    server = await project.bundle();
  }, 120_000);

  const start = (url: string, variables: { readonly [name: string]: string } = {}): ServerProcess => {
    const started = startServer(server, ['--http', '0'], { MCP_REDIS_URL: url, ...variables });
    onTestFinished(async () => {
      started.child.kill('SIGKILL');
      await started.exited;
    });
    return started;
  };

  test('trusts the authority of NODE_EXTRA_CA_CERTS', async () => {
    const { output } = start(valkey.url, { NODE_EXTRA_CA_CERTS: authority.file });
    await vi.waitUntil(() => output.stderr.includes('Listening on'), 30_000);
    expect(output.stderr).not.toContain('ERROR');
  });

  test('ends at once for an authority that it does not trust', async () => {
    const { output, exited } = start(valkey.url);
    expect(await exited).toBe(1);
    expect(output.stderr.trim().split('\n')).toHaveLength(1);
    expect(output.stderr).toMatch(/START \| ERROR: Redis at 127\.0\.0\.1:\d+ cannot be used: .*certificate/u);
    expect(output.stderr).toContain('NODE_EXTRA_CA_CERTS');
  });

  test('ends at once for the certificate of another host', async () => {
    const other = await startValkey({ tls: authority.sign('DNS:elsewhere.example') });
    onTestFinished(() => other.stop());
    const { output, exited } = start(other.url, { NODE_EXTRA_CA_CERTS: authority.file });
    expect(await exited).toBe(1);
    expect(output.stderr).toMatch(/ERROR: Redis at \S+ cannot be used: .*not match certificate/u);
    expect(output.stderr).not.toContain('NODE_EXTRA_CA_CERTS');
  });

  test('says what may be wrong when a Redis without TLS is called with it', async () => {
    const plain = await startValkey();
    onTestFinished(() => plain.stop());
    const { output } = start(plain.url.replace('redis:', 'rediss:'));
    await vi.waitUntil(() => output.stderr.includes('cannot be reached yet'), 30_000);
    expect(output.stderr).toContain('if it does not use TLS, begin its address with redis://');
  });

  test('says what may be wrong when a Redis with TLS is called without', async () => {
    const { output } = start(valkey.url.replace('rediss:', 'redis:'));
    await vi.waitUntil(() => output.stderr.includes('cannot be reached yet'), 30_000);
    expect(output.stderr).toContain('if it uses TLS, begin its address with rediss://');
  });
});
