import { beforeEach, expect } from 'vitest';
import { consent } from '../../runtime/features/delegation/index.js';
import type { ConsentDefinition } from '../../runtime/features/delegation/delegation-definition.js';
import type { ProtectedServer } from '../auth/books.js';
import { useRecordingServer, type RecordingServer } from '../forward/recording-server.js';
import type { HttpTarget } from '../wire/http-kit.js';
import type { Subject, Wire } from '../wire/wire.js';
import { Browser } from './browser.js';
import { CodeServer } from './code-server.js';
import { useShop, type Shop, type ShopOptions } from './shop.js';

/** A shop whose API needs the consent of each user. */
export interface ConsentingShop {
  readonly shop: Shop;
  /** Where users log in, and the requests that it got. */
  readonly login: CodeServer;
  readonly logins: RecordingServer;
  /** Authorization server of the API. */
  readonly orders: CodeServer;
  /**
   * Serves until the test is over. The server is its own resource, so that a browser reaches it.
   *
   * @param change Members of `consent` instead of the usual ones.
   */
  open(options?: ShopOptions, change?: Partial<ConsentDefinition>): Promise<ProtectedServer>;
  /** The server, as it is. */
  subject(options: ShopOptions): Subject;
  /** Signs an access token of a user for a server. */
  tokenOf(server: CalledServer, sub?: string): Promise<string>;
  /** The `Authorization` headers that the API got. */
  sentTokens(): readonly unknown[];
}

/** A server with an address. */
export interface CalledServer {
  readonly subject: Pick<HttpTarget, 'post' | 'url'>;
}

/** A consenting shop for the tests of a file. */
export function useConsentingShop(): ConsentingShop {
  const shop = useShop();
  const logins = useRecordingServer();
  let servers: { readonly login: CodeServer; readonly orders: CodeServer } | undefined;
  const serversOf = () => {
    if (servers === undefined) throw new Error('The servers are started before the tests');
    return servers;
  };
  beforeEach(() => {
    const login = new CodeServer(logins);
    login.issuer = shop.issuer.url;
    servers = { login, orders: new CodeServer(shop.tokens) };
    shop.issuer.metadata = { authorization_endpoint: `${logins.url}/authorize`, token_endpoint: `${logins.url}/token` };
  });
  const ofOrders = (change: Partial<ConsentDefinition>) =>
    consent(
      'orders',
      {
        authorizationEndpoint: `${shop.tokens.url}/authorize?tenant=1`,
        tokenEndpoint: `${shop.tokens.url}/token`,
        clientId: 'shop-at-orders',
        clientSecret: 's3cret-of-the-shop',
        scopes: ['orders:read', 'orders:write'],
        parameters: { access_type: 'offline' },
        ...change,
      },
      { issuer: shop.issuer.url, clientId: 'shop-at-login', clientSecret: 'l0gin-secret' },
    );
  return {
    shop,
    logins,
    get login() {
      return serversOf().login;
    },
    get orders() {
      return serversOf().orders;
    },
    open: (options = {}, change = {}) =>
      shop.open(ofOrders(change), { auth: { resource: undefined as never }, ...options }),
    subject: (options) => shop.subject(ofOrders({}), options),
    tokenOf: (server, sub = 'ada') => shop.sign({ sub, aud: server.subject.url }),
    sentTokens: () => shop.api.requests.map(({ headers }) => headers['authorization']),
  };
}

/** Parts of a call that tests change. */
export interface CallOptions {
  readonly capabilities?: object;
  readonly params?: object;
}

/** Calls the tool as a client that can show pages. */
export async function call(
  server: CalledServer,
  token: string,
  { capabilities, params }: CallOptions = {},
): Promise<Wire> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities ?? { elicitation: { url: {} } },
  };
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_orders', arguments: {}, ...params, _meta },
  };
  const { body } = await server.subject.post(message, { Authorization: `Bearer ${token}` });
  const data = body.includes('data: ') ? body.slice(body.lastIndexOf('data: ') + 6) : body;
  return (JSON.parse(data) as Wire)['result'] as Wire;
}

/** The question of a result: its key and parameters. */
export function readQuestion(result: Wire): { readonly key: string; readonly url: string; readonly message: string } {
  const [[key, request]] = Object.entries(result['inputRequests']) as [[string, Wire]];
  return { key, ...request['params'] };
}

/** Repeats a call with the answer of the user. */
export const retry = (server: CalledServer, token: string, result: Wire, action = 'accept'): Promise<Wire> =>
  call(server, token, {
    params: { requestState: result['requestState'], inputResponses: { [readQuestion(result).key]: { action } } },
  });

/** A user agrees, from the first call to the answer. */
export async function connect(server: CalledServer, token: string, user = 'ada'): Promise<Wire> {
  const asked = await call(server, token);
  const page = await new Browser(user).open(readQuestion(asked).url);
  expect(page.text).toContain('orders is connected');
  return retry(server, token, asked);
}

/** The text of a result. */
export const textOf = (result: Wire): string => result['content'][0].text;
