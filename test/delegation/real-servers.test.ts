import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitationCompleteNotificationSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAuthorizationServer, type AuthorizationServer } from '../auth/authorization-server.mjs';
import { useRecordingServer } from '../forward/recording-server.js';
import { createProject, type Project } from '../kit/build-server.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { untilSaid } from '../kit/until-said.js';
import { Browser } from './browser.js';
import { everythingSentTo } from './shop.js';

const definition = `
server: { name: shop, version: 1.0.0, title: Shop, code: { allow: [all], confirm: never } }
auth:
  issuers: ['\${SHOP_ISSUER}']
  login: { clientId: '\${SHOP_LOGIN_ID}', clientSecret: '\${SHOP_LOGIN_SECRET}' }
openapi:
  orders:
    document: orders.openapi.yaml
    auth:
      tokenExchange:
        issuer: '\${SHOP_ISSUER}'
        clientId: '\${ORDERS_ID}'
        clientSecret: '\${ORDERS_SECRET}'
        resource: https://orders.example/
        scopes: [orders:read]
  calendar:
    document: calendar.openapi.yaml
    auth:
      type: http
      scheme: bearer
      consent:
        issuer: '\${CALENDAR_ISSUER}'
        clientId: '\${CALENDAR_ID}'
        clientSecret: '\${CALENDAR_SECRET}'
        scopes: [openid, offline_access]
        parameters: { prompt: consent }
`;

const document = (title: string, operation: string) => `
openapi: 3.1.0
info: { title: ${title}, version: '1' }
servers: [{ url: 'https://${title.toLowerCase()}.example' }]
paths:
  /${title.toLowerCase()}: { get: { operationId: ${operation}, description: Lists., responses: { '200': { description: A list. } } } }
`;

const upstream = useRecordingServer();
let issuer: AuthorizationServer;
let calendar: AuthorizationServer;
let project: Project;
let entrypoint: string;
let environment: { readonly [name: string]: string };
let server: ServerProcess;
let url: URL;

beforeAll(async () => {
  [issuer, calendar] = await Promise.all([startAuthorizationServer(['orders:read']), startAuthorizationServer([])]);
  project = await createProject({
    'definitions/shop.mcp.yaml': definition,
    'definitions/orders.openapi.yaml': document('Orders', 'listOrders'),
    'definitions/calendar.openapi.yaml': document('Calendar', 'listEvents'),
  });
  entrypoint = await project.bundle();
  const [login, exchanging, consenting] = await Promise.all([
    register(issuer, { redirect_uris: ['http://127.0.0.1/oauth/login'] }),
    register(issuer, {
      grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'],
      redirect_uris: [],
      response_types: [],
    }),
    register(calendar, { redirect_uris: ['http://127.0.0.1/oauth/callback/calendar'] }),
  ]);
  environment = {
    SHOP_ISSUER: issuer.url,
    SHOP_LOGIN_ID: login.client_id,
    SHOP_LOGIN_SECRET: login.client_secret,
    ORDERS_ID: exchanging.client_id,
    ORDERS_SECRET: exchanging.client_secret,
    CALENDAR_ISSUER: calendar.url,
    CALENDAR_ID: consenting.client_id,
    CALENDAR_SECRET: consenting.client_secret,
    SHOP__ORDERS__BASE_URL: upstream.url,
    SHOP__CALENDAR__BASE_URL: upstream.url,
  };
  server = startServer(entrypoint, ['--http', '0'], environment);
  url = await addressOf(server);
}, 60_000);

async function addressOf(process: ServerProcess): Promise<URL> {
  return new URL((await untilSaid(process, /http:\S+(?=\s)/u))[0]);
}

afterAll(async () => {
  server.child.kill();
  await server.exited;
  issuer.close();
  calendar.close();
});

interface Registered {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Registers a client at an authorization server. */
async function register(at: AuthorizationServer, more: object): Promise<Registered> {
  const client = {
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    ...more,
  };
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${at.url}/reg`, { method: 'POST', headers, body: JSON.stringify(client) });
  const registered: unknown = await response.json();
  if (response.status !== 201) throw new Error(JSON.stringify(registered));
  return registered as Registered;
}

/** Gets an access token for the server, as the application of a user does. */
async function logIn(user: string, target = url): Promise<string> {
  const redirect = 'http://127.0.0.1/done';
  const client = await register(issuer, { redirect_uris: [redirect], token_endpoint_auth_method: 'none' });
  const verifier = 'v'.repeat(43);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirect,
    scope: 'orders:read',
    resource: target.href,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const { visited } = await new Browser(user).open(
    `${issuer.url}/auth?${query}`,
    ({ pathname }) => pathname === '/done',
  );
  const form = {
    grant_type: 'authorization_code',
    code: visited.at(-1)?.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    client_id: client.client_id,
    code_verifier: verifier,
    resource: target.href,
  };
  const response = await fetch(`${issuer.url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return token;
}

interface Connection {
  call(name: string, input?: object): Promise<unknown>;
  close(): Promise<void>;
  /** Ids of the pages that the server said are done. */
  readonly done: string[];
}

const identity = { name: 'test', version: '1.0.0' };
const capabilities = { elicitation: { url: {} } };

/** Connects official clients, whose user opens pages in a browser. */
const clients = {
  'SDK v2': async (token: string, visit: (page: string) => Promise<void>, target = url): Promise<Connection> => {
    const client = new ClientV2(identity, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } });
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      await visit('url' in params ? String(params.url) : '');
      return { action: 'accept' };
    });
    await client.connect(new TransportV2(target, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
    const call = (name: string, input = {}) => client.callTool({ name, arguments: { ...input } });
    return { call, close: () => client.close(), done: [] };
  },
  'SDK v1': async (token: string, visit: (page: string) => Promise<void>): Promise<Connection> => {
    const client = new ClientV1(identity, { capabilities });
    const done: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      await visit('url' in params ? params.url : '');
      return { action: 'accept' };
    });
    client.setNotificationHandler(
      ElicitationCompleteNotificationSchema,
      ({ params }) => void done.push(params.elicitationId),
    );
    const transport = new TransportV1(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
    await client.connect(transport as never);
    return {
      call: (name: string, input = {}) => client.callTool({ name, arguments: { ...input } }),
      close: () => client.close(),
      done,
    };
  },
};

const lastToken = (): string => String(upstream.requests.at(-1)?.headers['authorization']).replace('Bearer ', '');

describe.each(Object.entries(clients))('%s', (name, connect) => {
  test('a real authorization server exchanges the token of the caller', async () => {
    const token = await logIn('ada');
    const client = await connect(token, async () => {});
    expect(await client.call('listOrders')).toMatchObject({ structuredContent: {} });
    expect(decodeJwt(lastToken())).toMatchObject({ sub: 'ada', aud: 'https://orders.example/', scope: 'orders:read' });
    expect(everythingSentTo(upstream)).not.toContain(token);
    await client.close();
  });

  test('a user agrees in a browser, and no other user has the grant', async () => {
    const [ada, bob] = [`ada of ${name}`, `bob of ${name}`];
    const token = await logIn(ada);
    const pages: string[] = [];
    const client = await connect(token, async (page) => {
      pages.push(page);
      expect((await new Browser(ada).open(page)).text).toContain('calendar is connected');
    });
    expect(await client.call('listEvents')).toMatchObject({ structuredContent: {} });
    const granted = lastToken();
    await client.call('listEvents');
    expect(lastToken()).toBe(granted);
    expect(pages).toHaveLength(1);
    if (name === 'SDK v1') expect(client.done).toEqual([expect.stringMatching(/^[\da-f-]{36}$/u)]);
    const other = await connect(await logIn(bob), async (page) => {
      pages.push(page);
      expect((await new Browser(bob).open(page)).text).toContain('calendar is connected');
    });
    await other.call('listEvents');
    expect(lastToken()).not.toBe(granted);
    expect(pages).toHaveLength(2);
    expect(everythingSentTo(upstream)).not.toContain(token);
    await Promise.all([client.close(), other.close()]);
  });
});

describe('the generated project', () => {
  test('lists its variables; on stdio it uses the credentials that the definition names, and none where it names none', async () => {
    const text = readFileSync(path.join(project.folder, 'generated', 'env.example'), 'utf8');
    for (const name of Object.keys(environment).filter((each) => !each.endsWith('BASE_URL'))) {
      expect(text).toContain(`\n${name}=\n`);
    }
    // `auth` and `exchange` both read this one.
    expect(text.match(/^SHOP_ISSUER=/gmu)).toHaveLength(1);
    expect(text).toContain('SHOP__CALENDAR__TOKEN=');
    expect(text).not.toContain('SHOP__ORDERS__TOKEN');
    const client = new ClientV2(identity);
    const env = { ...process.env, ...environment, SHOP__CALENDAR__TOKEN: 'of-the-operator' } as Record<string, string>;
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [entrypoint], env }));
    await client.callTool({ name: 'listEvents', arguments: {} });
    expect(lastToken()).toBe('of-the-operator');
    expect(await client.callTool({ name: 'listOrders', arguments: {} })).toMatchObject({
      isError: true,
      content: [
        {
          text: 'No credentials for the orders API: it is called on behalf of a user, but stdio has no users: start the server with `--http`',
        },
      ],
    });
    expect(upstream.requests).toHaveLength(1);
    await client.close();
  });

  test('asks in the middle of a script, too', async () => {
    const scripting = startServer(entrypoint, ['--http', '0', '--mode', 'code'], environment);
    const target = await addressOf(scripting);
    const visit = async (page: string): Promise<void> => {
      expect((await new Browser('ada').open(page)).text).toContain('calendar is connected');
    };
    const client = await clients['SDK v2'](await logIn('ada', target), visit, target);
    const code = 'await orders.listOrders({}); await calendar.listEvents({}); return await orders.listOrders({});';
    expect(await client.call('run_code', { code })).not.toHaveProperty('isError', true);
    // A call that a script has made is not made again after a question.
    expect(upstream.requests.map(({ target: path }) => path)).toEqual(['/orders', '/calendar', '/orders']);
    await client.close();
    scripting.child.kill();
    await scripting.exited;
  });

  test('keeps grants for all of its processes', async () => {
    const keys = { MCP_STATE_KEYS: 'a-key-of-at-least-thirty-two-characters' };
    const workers = startServer(entrypoint, ['--http', '0', '--workers', '2'], { ...environment, ...keys });
    const target = await addressOf(workers);
    const token = await logIn('ada', target);
    const pages: string[] = [];
    const visit = async (page: string): Promise<void> => {
      pages.push(page);
      expect((await new Browser('ada').open(page)).text).toContain('calendar is connected');
    };
    const open = () => clients['SDK v2'](token, visit, target);
    for (const client of [await open(), await open(), await open(), await open()]) {
      expect(await client.call('listEvents')).toMatchObject({ structuredContent: {} });
      await client.close();
    }
    expect(pages).toHaveLength(1);
    workers.child.kill();
    await workers.exited;
  });

  test('contains only the code that it uses', async () => {
    const marks = { exchange: 'subject_token_type', consent: 'code_challenge_method' };
    const read = async (made: Project): Promise<readonly boolean[]> => {
      const dist = path.dirname(await made.bundle());
      const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('js'));
      const code = files.map((file) => readFileSync(path.join(dist, file), 'utf8')).join('\n');
      return [code.includes(marks.exchange), code.includes(marks.consent)];
    };
    const make = (auth: string) =>
      createProject({
        'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0 }
auth: { issuers: ['https://login.example'], resource: 'https://shop.example/mcp', login: { clientId: a } }
openapi: { orders: { document: orders.openapi.yaml, auth: ${auth} } }
`,
        'definitions/orders.openapi.yaml': document('Orders', 'listOrders'),
      });
    expect(await read(await make('bearer'))).toEqual([false, false]);
    const exchanging = '{ tokenExchange: { issuer: "https://a.example", clientId: a, clientSecret: b } }';
    expect(await read(await make(exchanging))).toEqual([true, false]);
    const consenting = '{ consent: { issuer: "https://a.example", clientId: a } }';
    expect(await read(await make(consenting))).toEqual([false, true]);
  });
});
