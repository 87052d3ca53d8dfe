import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIssuer } from '../auth/issuer.js';
import { startHttpServer, type HttpServer } from '../clients/http-server.js';
import { createProject } from '../kit/build-server.js';
import { startValkey, type Valkey } from '../kit/start-valkey.js';
import { HttpTarget, HttpTestSession } from '../wire/http-kit.js';
import { modern, request, type Wire } from '../wire/wire.js';
import { resource } from './shop.js';
import { resultOf, type Headers } from './transports.js';

const files = {
  'package.json': '{ "type": "module" }',
  'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0, store: redis, trustedHeaders: [X-Region] }
auth: { issuers: ['\${SHOP_ISSUER}'], resource: ${resource} }
tools:
  whose:
    description: Returns the values of the caller.
    inputSchema:
      type: object
      properties:
        tenant: { type: string, bind: { from: auth.claims.tenant } }
        subject: { type: string, bind: { from: auth.subject } }
        region: { type: string, bind: { header: X-Region } }
prompts:
  whose:
    description: Returns the values of the caller.
    arguments:
      tenant: { bind: { from: auth.claims.tenant } }
      subject: { bind: { from: auth.subject } }
      region: { bind: { header: X-Region } }
    messages: [{ role: user, content: '{{tenant}} {{subject}} {{region}}' }]
`,
  'handlers/server.ts': 'export const options = { callsPerSecond: 100_000 };\n',
  'handlers/tools/whose.ts': `import type { Whose } from '../../generated/handlers.ts';
export const whose: Whose = ({ tenant, subject, region }) => [tenant, subject, region].join(' ');
`,
};

const issuer = await startIssuer();
let valkey: Valkey | undefined;
let servers: readonly HttpServer[] = [];
let targets: readonly HttpTarget[] = [];

beforeAll(async () => {
  const [started, bundle] = await Promise.all([
    startValkey(),
    createProject(files).then((project) => project.bundle()),
  ]);
  valkey = started;
  const environment = { SHOP_ISSUER: issuer.url, MCP_REDIS_URL: started.url };
  servers = await Promise.all([1, 2].map(() => startHttpServer(bundle, environment)));
  targets = servers.map(({ url }) => new HttpTarget(url));
}, 180_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await valkey?.stop();
});

async function login(tenant: string, sub: string, region: string): Promise<Headers> {
  const token = await issuer.sign(issuer.claims(resource, { sub, tenant }));
  return { Authorization: `Bearer ${token}`, 'X-Region': region };
}

const call = (id: number): Wire => request(id, 'tools/call', { name: 'whose', arguments: {} });
const get = (id: number): Wire => request(id, 'prompts/get', { name: 'whose', arguments: {} });
const textOf = ({ content, messages }: Wire): unknown => content?.[0]?.text ?? messages?.[0]?.content?.text;

describe.each(['2025-03-26', '2025-06-18', '2025-11-25'])('a session of %s', (version) => {
  test('has no values of its own: each request has those of its caller, on every process', async () => {
    const session = await (targets[0] as HttpTarget).initialize(version, await login('acme', 'ada', 'eu'));
    let id = 0;
    for (const [tenant, region] of [
      ['acme', 'eu'],
      ['globex', 'us'],
      ['acme', 'us'],
    ] as const) {
      const headers = { ...session.headers, ...(await login(tenant, 'ada', region)) };
      for (const target of targets) {
        const same = new HttpTestSession(target, headers);
        for (const message of [call, get]) {
          id += 1;
          const { messages } = await same.post(message(id));
          expect(textOf(resultOf(messages.at(-1)))).toBe(`${tenant} ada ${region}`);
        }
      }
    }
  });

  test('is of no use to another user', async () => {
    const session = await (targets[0] as HttpTarget).initialize(version, await login('acme', 'ada', 'eu'));
    const headers = { ...session.headers, ...(await login('globex', 'eve', 'eu')) };
    for (const target of targets) {
      const { status, body } = await new HttpTestSession(target, headers).post(call(1));
      expect([status, body.includes('acme'), body.includes('globex')]).toEqual([404, false, false]);
    }
  });

  test('sessions of two tenants do not mix', async () => {
    const tenants = ['acme', 'globex'] as const;
    const sessions = await Promise.all(
      tenants.map(async (tenant, index) => {
        const headers = await login(tenant, `user of ${tenant}`, 'eu');
        return (targets[index] as HttpTarget).initialize(version, headers);
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { headers } = sessions[index % 2] as HttpTestSession;
        const target = targets[Math.floor(index / 2) % 2] as HttpTarget;
        const { messages } = await new HttpTestSession(target, headers).post(call(index));
        return textOf(resultOf(messages.at(-1)));
      }),
    );
    expect(answers).toEqual(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'acme user of acme eu' : 'globex user of globex eu')),
    );
  });
});

test('requests of 2026-07-28 have the values of their caller on every process', async () => {
  for (const target of targets) {
    const answers = await Promise.all(
      ['acme', 'globex'].map(async (tenant) => {
        const message = modern(1, 'tools/call', { name: 'whose', arguments: {} });
        return textOf(resultOf((await target.post(message, await login(tenant, 'ada', 'eu'))).messages[0]));
      }),
    );
    expect(answers).toEqual(['acme ada eu', 'globex ada eu']);
  }
});
