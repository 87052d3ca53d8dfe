import { beforeAll, beforeEach } from 'vitest';
import { protect } from '../../runtime/features/auth/index.js';
import type { AuthDefinition, ForwardApi, ForwardOperation, ToolHandler } from '../../runtime/index.js';
import { createForward } from '../../runtime/features/apis/index.js';
import { delegate } from '../../runtime/features/delegation/index.js';
import type { DelegatedApi } from '../../runtime/features/delegation/delegate.js';
import { startIssuer, type TestIssuer } from '../auth/issuer.js';
import { ProtectedServer, resource } from '../auth/books.js';
import { useRecordingServer, type RecordedRequest, type RecordingServer } from '../forward/recording-server.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { serve, type HttpTestOptions } from '../wire/http-kit.js';
import type { Subject } from '../wire/wire.js';

/** What a shop is served with. */
export interface ShopOptions extends HttpTestOptions {
  /** Members of the API instead of the usual ones. */
  readonly api?: Partial<ForwardApi>;
  readonly operation?: Partial<ForwardOperation>;
  /** Members of `auth`. */
  readonly auth?: Partial<AuthDefinition>;
}

/** Server with the tool `list_orders`, which calls an API on behalf of the caller, and what stands around it. */
export interface Shop {
  readonly issuer: TestIssuer;
  /** The API behind the server. */
  readonly api: RecordingServer;
  /** Authorization server of the API, written by hand. */
  readonly tokens: RecordingServer;
  /** Signs a good access token. */
  sign(claims?: object): Promise<string>;
  /** Serves over HTTP until the test is over. */
  open(delegated: DelegatedApi, options?: ShopOptions): Promise<ProtectedServer>;
  /** The server, as it is. */
  subject(delegated: DelegatedApi, options?: ShopOptions): Subject;
}

/** A shop for the tests of a file. */
export function useShop(): Shop {
  const api = useRecordingServer();
  const tokens = useRecordingServer();
  const found: { issuer?: TestIssuer } = {};
  beforeAll(async () => {
    found.issuer = await startIssuer();
  });
  const issuerOf = (): TestIssuer => {
    if (found.issuer === undefined) throw new Error('The issuer is started before the tests');
    return found.issuer;
  };
  beforeEach(() => {
    issuerOf().requests.length = 0;
  });
  const subject = (delegated: DelegatedApi, options: ShopOptions = {}): Subject => {
    const whole: ForwardApi = {
      name: 'orders',
      server: { url: api.url, environment: 'ORDERS_URL' },
      securitySchemes: { auth: { type: 'unsupported', what: 'on behalf of a user' } },
      delegated: 'always',
      ...options.api,
    };
    const operation: ForwardOperation = {
      method: 'GET',
      path: ['/orders'],
      security: [{ auth: [] }],
      ...options.operation,
    };
    const settings: AuthDefinition = {
      issuers: [issuerOf().url],
      resource,
      scopes: [],
      implies: {},
      required: [],
      entries: { tools: {}, prompts: {}, resources: {}, resourceTemplates: {} },
      ...options.auth,
    };
    const handler: ToolHandler<unknown, unknown> = createForward(whole, operation, 'list_orders');
    return {
      definition: {
        ...makeDefinition({
          server: { name: 'shop', version: '1.0.0', title: 'Shop' },
          tools: [makeTool('list_orders')],
        }),
        loadAuth: async () => protect(settings),
        loadDelegation: async () => delegate([delegated]),
      },
      handlers: makeHandlers({ tools: { list_orders: handler } }),
    };
  };
  return {
    get issuer() {
      return issuerOf();
    },
    api,
    tokens,
    sign: (claims = {}) => issuerOf().sign(issuerOf().claims(resource, claims)),
    open: async (delegated, options = {}) => new ProtectedServer(await serve(subject(delegated, options), options)),
    subject,
  };
}

/** Parameters of a form that was posted. */
export function readForm({ body }: RecordedRequest): { readonly [name: string]: string } {
  return Object.fromEntries(new URLSearchParams(body.toString()));
}

/** Makes a token endpoint answer with a status and JSON. */
export function answerWith(status: number, json: unknown): RecordingServer['answer'] {
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(json));
  };
}

/** Everything that was sent to a server, as text: targets, headers and bodies. */
export function everythingSentTo({ requests }: RecordingServer): string {
  return requests
    .map(({ method, target, headers, body }) => [method, target, JSON.stringify(headers), body].join('\n'))
    .join('\n');
}
