import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The Petstore as an HTTP API over a store in memory. */
export interface PetstoreApi {
  /** The base URL. */
  readonly url: string;
  close(): Promise<void>;
}

type Entity = { readonly [key: string]: unknown };

/** What a route is answered with: JSON unless it says otherwise. */
type Reply = { readonly status: number; readonly type?: string; readonly body?: unknown };

interface Call {
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly message: IncomingMessage;
  readonly body: Buffer;
}

interface Store {
  readonly pets: Map<number, Entity>;
  readonly images: Map<number, Buffer>;
  readonly orders: Map<number, Entity>;
  readonly users: Map<string, Entity>;
}

type Route = readonly [method: string, path: RegExp, access: Access, answer: (store: Store, call: Call) => Reply];

type Access = 'open' | 'token' | 'key';

const notFound = (what: string): Reply => ({ status: 404, body: { message: `${what} not found` } });
const found = (body: unknown, what: string): Reply => (body === undefined ? notFound(what) : { status: 200, body });
const number = (call: Call): number => Number(call.parameters[0]);
const json = (call: Call): Entity => JSON.parse(call.body.toString('utf8')) as Entity;

const petRoutes: readonly Route[] = [
  [
    'PUT',
    /^\/pet$/u,
    'token',
    ({ pets }, call) => {
      const pet = json(call);
      if (!pets.has(Number(pet['id']))) return notFound('Pet');
      pets.set(Number(pet['id']), pet);
      return { status: 200, body: pet };
    },
  ],
  [
    'POST',
    /^\/pet$/u,
    'token',
    ({ pets }, call) => {
      const pet = { ...json(call), id: pets.size + 1 };
      pets.set(pet.id, pet);
      return { status: 200, body: pet };
    },
  ],
  [
    'GET',
    /^\/pet\/findByStatus$/u,
    'token',
    ({ pets }, { query }) => ({
      status: 200,
      body: [...pets.values()].filter(({ status }) => status === query.get('status')),
    }),
  ],
  [
    'GET',
    /^\/pet\/findByTags$/u,
    'token',
    ({ pets }, { query }) => ({
      status: 200,
      body: [...pets.values()].filter(({ tags = [] }) =>
        (tags as readonly Entity[]).some(({ name }) => query.getAll('tags').includes(String(name))),
      ),
    }),
  ],
  ['GET', /^\/pet\/(\d+)$/u, 'key', ({ pets }, call) => found(pets.get(number(call)), 'Pet')],
  [
    'POST',
    /^\/pet\/(\d+)$/u,
    'token',
    ({ pets }, call) => {
      const pet = pets.get(number(call));
      if (pet === undefined) return notFound('Pet');
      const changed = { ...pet, ...Object.fromEntries(call.query) };
      pets.set(number(call), changed);
      return { status: 200, body: changed };
    },
  ],
  [
    'DELETE',
    /^\/pet\/(\d+)$/u,
    'token',
    ({ pets }, call) => (pets.delete(number(call)) ? { status: 204 } : notFound('Pet')),
  ],
  [
    'POST',
    /^\/pet\/(\d+)\/uploadImage$/u,
    'token',
    ({ images }, call) => {
      images.set(number(call), call.body);
      const said = `${call.message.headers['content-type']}, ${call.query.get('additionalMetadata')}`;
      return { status: 200, body: { code: 200, type: said, message: `${call.body.length} bytes` } };
    },
  ],
  [
    'GET',
    /^\/pet\/(\d+)\/image$/u,
    'key',
    ({ images }, call) => {
      const body = images.get(number(call));
      return body === undefined ? notFound('Image') : { status: 200, type: 'image/png', body };
    },
  ],
];

const storeRoutes: readonly Route[] = [
  [
    'GET',
    /^\/store\/inventory$/u,
    'key',
    ({ pets }) => {
      const statuses = [...pets.values()].map(({ status }) => String(status));
      return {
        status: 200,
        body: Object.fromEntries(
          statuses.map((status) => [status, statuses.filter((other) => other === status).length]),
        ),
      };
    },
  ],
  [
    'POST',
    /^\/store\/order$/u,
    'open',
    ({ orders }, call) => {
      const order = { ...json(call), id: orders.size + 1 };
      orders.set(order.id, order);
      return { status: 200, body: order };
    },
  ],
  ['GET', /^\/store\/order\/(\d+)$/u, 'open', ({ orders }, call) => found(orders.get(number(call)), 'Order')],
  [
    'DELETE',
    /^\/store\/order\/(\d+)$/u,
    'open',
    ({ orders }, call) => (orders.delete(number(call)) ? { status: 200 } : notFound('Order')),
  ],
];

const userRoutes: readonly Route[] = [
  [
    'POST',
    /^\/user$/u,
    'open',
    ({ users }, call) => {
      users.set(String(json(call)['username']), json(call));
      return { status: 200, body: json(call) };
    },
  ],
  [
    'POST',
    /^\/user\/createWithList$/u,
    'open',
    ({ users }, call) => {
      const created = json(call) as unknown as readonly Entity[];
      for (const user of created) users.set(String(user['username']), user);
      return { status: 200, body: created.at(-1) };
    },
  ],
  [
    'GET',
    /^\/user\/login$/u,
    'open',
    ({ users }, { query }) =>
      users.get(query.get('username') ?? '')?.['password'] === query.get('password')
        ? { status: 200, type: 'text/plain', body: Buffer.from('logged in') }
        : { status: 400, body: { message: 'Invalid username/password supplied' } },
  ],
  ['GET', /^\/user\/logout$/u, 'open', () => ({ status: 200 })],
  ['GET', /^\/user\/([^/]+)$/u, 'open', ({ users }, { parameters: [name = ''] }) => found(users.get(name), 'User')],
  [
    'PUT',
    /^\/user\/([^/]+)$/u,
    'open',
    ({ users }, call) => {
      const [name = ''] = call.parameters;
      if (!users.has(name)) return notFound('User');
      users.set(name, { ...users.get(name), ...json(call) });
      return { status: 200 };
    },
  ],
  [
    'DELETE',
    /^\/user\/([^/]+)$/u,
    'open',
    ({ users }, { parameters: [name = ''] }) => (users.delete(name) ? { status: 204 } : notFound('User')),
  ],
];

const routes: readonly Route[] = [...petRoutes, ...storeRoutes, ...userRoutes];

/** Starts the API on a free port; it wants the token `pet-token` and the key `pet-key`. */
export async function startPetstoreApi(): Promise<PetstoreApi> {
  const store: Store = { pets: new Map(), images: new Map(), orders: new Map(), users: new Map() };
  const http = createServer((message, response) => void answer(store, message, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/api/v3`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

async function answer(store: Store, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const { pathname, searchParams: query } = new URL(message.url ?? '', 'http://localhost');
  const {
    status,
    type = 'application/json',
    body,
  } = route(store, pathname, {
    parameters: [],
    query,
    message,
    body: Buffer.concat(chunks),
  });
  if (body === undefined) return void response.writeHead(status).end();
  response.writeHead(status, { 'Content-Type': type }).end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

function route(store: Store, pathname: string, call: Call): Reply {
  const path = pathname.startsWith('/api/v3') ? pathname.slice('/api/v3'.length) : '';
  for (const [method, pattern, access, respond] of routes) {
    const match = method === call.message.method ? pattern.exec(path) : null;
    if (match === null) continue;
    if (!isAllowed(access, call.message)) {
      return { status: 401, body: { message: `Not allowed with ${call.message.headers['authorization']}` } };
    }
    return respond(store, { ...call, parameters: match.slice(1).map(decodeURIComponent) });
  }
  return notFound(`${call.message.method} ${path}`);
}

function isAllowed(access: Access, { headers }: IncomingMessage): boolean {
  if (access === 'open') return true;
  return headers['authorization'] === 'Bearer pet-token' || (access === 'key' && headers['api_key'] === 'pet-key');
}
