import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { askServer } from '../kit/ask-server.js';
import { createProject, type Project } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { startServer } from '../kit/start-server.js';
import { startValkey, type Valkey } from '../kit/start-valkey.js';
import { typeCheck } from '../kit/type-check.js';

const handler = `
import type { Greet } from '../../generated/handlers.ts';
const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
export const greet: Greet = async (_input, { elicit }): Promise<string> => {
  const answer = await elicit('Who are you?', schema);
  return \`Hello, \${answer.action === 'accept' ? String(answer.content['name']) : 'you'}!\`;
};
`;

function createServer(stores: string, server?: string): Promise<Project> {
  return createProject({
    'package.json': '{ "type": "module" }',
    'definitions/greeter.mcp.yaml': `server: { name: greeter, version: 1.0.0${stores} }
tools:
  greet: { description: Greets., inputSchema: { type: object, properties: {} } }
`,
    'handlers/tools/greet.ts': handler,
    ...(server !== undefined && { 'handlers/server.ts': server }),
  });
}

const way = { carrier: 'HTTP', revision: '2026-07-28' } as const;
const asking = { elicitation: {} };

/** Asks on one process and answers on another. */
async function greetOnTwo(server: string, environment: { readonly [name: string]: string }): Promise<unknown> {
  const servers = await Promise.all([1, 2].map(() => askServer(server, way, { environment })));
  const [one, other] = servers as [(typeof servers)[0], (typeof servers)[0]];
  try {
    const { result } = await one.ask('tools/call', { name: 'greet', arguments: {} }, asking);
    const inputResponses = { ask: { action: 'accept', content: { name: 'Ann' } } };
    const again = { name: 'greet', arguments: {}, requestState: result.requestState, inputResponses };
    const answer = await other.ask('tools/call', again, asking);
    return answer.result?.content[0].text ?? answer.error;
  } finally {
    await Promise.all(servers.map((each) => each.close()));
  }
}

let valkey: Valkey;
let plain: string;

beforeAll(async () => {
  [valkey, plain] = await Promise.all([startValkey(), createServer('').then((project) => project.bundle())]);
}, 180_000);

afterAll(() => valkey?.stop());

describe('a server with `store: redis`', { timeout: 60_000 }, () => {
  let project: Project;
  let server: string;

  beforeAll(async () => {
    project = await createServer(', store: redis');
    server = await project.bundle();
  }, 120_000);

  test('names its variable', () => {
    const environment = readFileSync(path.join(project.folder, 'generated/env.example'), 'utf8');
    expect(environment).toContain('\nMCP_REDIS_URL=\n');
  });

  test('answers on any process, also where `dist` is all there is', async () => {
    const dist = makeFolder();
    cpSync(path.dirname(server), dist, { recursive: true });
    // Only durable tasks load it, and it is installed here. The package `redis` is in the bundle.
    const { dependencies } = JSON.parse(readFileSync(path.join(dist, 'package.json'), 'utf8')) as {
      dependencies: object;
    };
    expect(Object.keys(dependencies)).toEqual(['bullmq']);
    expect(await greetOnTwo(path.join(dist, 'server.mjs'), { MCP_REDIS_URL: valkey.url })).toBe('Hello, Ann!');
    expect(valkey.run('KEYS', 'mcp:*').trim()).toContain('mcp:greeter:state-keys');
  });

  test.each([
    ['no address', {}, 'MCP_REDIS_URL is not set. Set it to the address of Redis, such as redis://localhost:6379'],
    ['another address', { MCP_REDIS_URL: 'https://:hush@localhost' }, 'MCP_REDIS_URL is not a Redis address'],
  ])('ends at its start with exit code 1 for %s', async (_, environment, message) => {
    for (const args of [[], ['--http', '0']]) {
      const { output, exited } = startServer(server, args, environment);
      expect(await exited).toBe(1);
      expect(output.stderr).toContain(` START | ERROR: ${message}`);
      expect(output.stderr.trim().split('\n')).toHaveLength(1);
      expect(output.stderr).not.toContain('hush');
      expect(output.stdout).toBe('');
    }
  });

  test('ends at its start with exit code 1 for a wrong password', async () => {
    const own = await startValkey({ password: 'sesame' });
    onTestFinished(() => own.stop());
    const url = own.url.replace('sesame', 'hush');
    const { output, exited } = startServer(server, ['--http', '0'], { MCP_REDIS_URL: url });
    expect(await exited).toBe(1);
    expect(output.stderr).toContain(` START | ERROR: Redis at 127.0.0.1:${own.port} cannot be used: WRONGPASS`);
    expect(output.stderr).not.toContain('hush');
  });

  test('waits at its start for a Redis that is not there yet, and goes on during an outage', async () => {
    const own = await startValkey();
    onTestFinished(() => own.stop());
    await own.kill();
    const starting = startServer(server, ['--http', '0'], { MCP_REDIS_URL: own.url });
    await vi.waitUntil(() => starting.output.stderr.includes('the server will keep trying'), { timeout: 30_000 });
    await own.restart();
    await vi.waitUntil(() => starting.output.stderr.includes('Listening on'), { timeout: 30_000 });
    await own.kill();
    await vi.waitUntil(() => starting.output.stderr.includes('cannot be reached:'), { timeout: 30_000 });
    starting.child.kill('SIGTERM');
    expect(await starting.exited).toBe(0);
  });
});

test('`stores` of handlers/server.ts may take the address from elsewhere', { timeout: 120_000 }, async () => {
  const project = await createServer(
    '',
    `import { redis } from 'create-mcp-from-schema/runtime/redis';
export const stores = redis(process.env['OTHER_URL']);
`,
  );
  expect(await typeCheck(project.folder)).toBe('');
  const server = await project.bundle();
  expect(await greetOnTwo(server, { OTHER_URL: valkey.url })).toBe('Hello, Ann!');
});

test('a server with `store: sqlite` answers on any process', { timeout: 120_000 }, async () => {
  const project = await createServer(', store: sqlite');
  const server = await project.bundle();
  const file = path.join(project.folder, 'state', 'greeter.sqlite');
  expect(await greetOnTwo(server, { MCP_SQLITE_FILE: file })).toBe('Hello, Ann!');
  expect(existsSync(file)).toBe(true);
});

describe('a server without a store', { timeout: 60_000 }, () => {
  test('contains nothing of one', () => {
    const dist = path.dirname(plain);
    const code = readdirSync(dist).map((file) => readFileSync(path.join(dist, file), 'utf8'));
    expect(code.filter((text) => /XREVRANGE|better-sqlite3|PEXPIRE/u.test(text))).toEqual([]);
  });

  test.each([
    ['MCP_REDIS_URL', 'redis'],
    ['MCP_SQLITE_FILE', 'sqlite'],
  ])('ends at its start when %s is set', async (variable, kind) => {
    const { output, exited } = startServer(plain, [], { [variable]: 'somewhere' });
    expect(await exited).toBe(1);
    expect(output.stderr).toContain(
      ` START | ERROR: ${variable} is set, but the server was built without ${kind}: add \`store: ${kind}\` to \`server\``,
    );
    expect(output.stdout).toBe('');
  });
});
