import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPetstore } from '../live/start-petstore.js';
import type { LiveApi } from '../live/serve-document.js';
import { clientKinds, unlikeKinds, type ClientKind, type ConnectedClient } from './client-kinds.js';

const server = 'dist/petstore/server.mjs';
const document = 'definitions/petstore/petstore.openapi.yaml';

let api: LiveApi;
let client: ConnectedClient;
let isSure: boolean;

interface Answer {
  readonly content: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: true;
}

const text = (value: string) => [{ type: 'text', text: value }];
const notFound = (request: string, what: string): object => ({
  isError: true,
  content: text(`${request} returned 404 Not Found\n{"message":"There is no such ${what}"}`),
});

const call = async (name: string, values: { [name: string]: unknown } = {}) =>
  (await client.callTool(name, values)) as Answer;

/** Starts the API and connects a client before each test. */
function connectBeforeEach(connect: ClientKind['connect']): void {
  beforeEach(async () => {
    api = await startPetstore(document);
    isSure = true;
    const environment = {
      PETSTORE__PETSTORE__BASE_URL: api.url,
      PETSTORE__PETSTORE__API_KEY: 'open sesame',
      PETSTORE__PETSTORE__STAFF_CLIENT_ID: 'bench client',
      PETSTORE__PETSTORE__STAFF_CLIENT_SECRET: 'shh/quiet',
    };
    client = await connect(server, environment, (message) => {
      expect(message).toMatch(/^Remove pet \d for good\?$/u);
      return { sure: isSure };
    });
    // Makes the client know the output schemas, which it then holds every answer against.
    await client.listTools();
  });
  afterEach(async () => {
    expect(await client.close()).toMatchObject({ exitCode: 0, survivors: [] });
    await api.close();
    expect(api.faults).toEqual([]);
  });
}

describe.each(unlikeKinds)('the Petstore, $name', ({ era, connect }) => {
  connectBeforeEach(connect);
  /** Result that is no object, as it is sent. */
  const wrap = (value: unknown): unknown => (era === 'legacy' ? { result: value } : value);

  test('pets are added, found, changed, ordered and removed', async () => {
    const rex = {
      name: 'Rex',
      tags: ['big & good', 'dog'],
      price: 20.5,
      category: { name: 'x', parent: { name: 'y' } },
    };
    const kept = { ...rex, id: 1, status: 'available' };
    expect(await call('addPet', rex)).toMatchObject({ structuredContent: kept });
    await call('addPet', { name: 'Tom', photoUrls: ['https://x.test/1'], status: 'sold', price: null });
    expect(await call('getPet', { petId: 1 })).toMatchObject({ structuredContent: kept });
    expect(await call('findPets', { tags: ['cat', 'big & good'], status: ['available', 'pending'] })).toMatchObject({
      structuredContent: wrap([kept]),
    });
    expect(await call('findPets', { price: { from: 30, to: 40 } })).toMatchObject({ structuredContent: wrap([]) });
    expect(api.requests.slice(-2)).toEqual([
      'GET /pets?status=available,pending&tags=cat&tags=big%20%26%20good',
      'GET /pets?price%5Bfrom%5D=30&price%5Bto%5D=40',
    ]);
    expect(await call('changePet', { petId: 2, name: 'Tom?&name=Jerry+', tags: ['a b', 'c'] })).toMatchObject({
      structuredContent: { name: 'Tom?&name=Jerry+', tags: ['a b', 'c'], status: 'sold' },
    });
    expect(await call('replacePet', { petId: 2, name: 'Jerry' })).toMatchObject({
      structuredContent: { id: 2, name: 'Jerry' },
    });
    expect(await call('count_pets')).toMatchObject({ structuredContent: { available: 1, unknown: 1 } });
    expect(await call('placeOrder', { petId: 1 })).toMatchObject({
      structuredContent: { id: 3, petId: 1, status: 'placed', placedAt: '1970-01-01T00:00:00.000Z' },
    });
    expect(await call('placeOrder', { petId: 1 })).toMatchObject({
      isError: true,
      content: text('POST /orders returned 409 Conflict\n{"message":"Pet 1 cannot be had"}'),
    });
    expect(await call('getOrder', { orderId: 3 })).toMatchObject({ structuredContent: { petId: 1 } });
    expect(await call('cancelOrder', { orderId: 3 })).toEqual(expect.objectContaining({ content: text('Success') }));
    expect(await call('getOrder', { orderId: 3 })).toMatchObject(notFound('GET /orders/{orderId}', 'order'));
    expect(await call('deletePet', { petId: 1, 'If-Match': 'Max' })).toMatchObject({ isError: true });
    expect(await call('deletePet', { petId: 1, 'If-Match': 'Rex' })).toMatchObject({ content: text('Success') });
    expect(await call('getPet', { petId: 1 })).toMatchObject(notFound('GET /pets/{petId}', 'pet'));
  });

  test('what is removed is asked about first, and removed once', async () => {
    await call('addPet', { name: 'Rex' });
    isSure = false;
    expect(await call('deletePet', { petId: 1 })).toMatchObject({ content: text('Nothing was removed.') });
    expect(await call('getPet', { petId: 1 })).toMatchObject({ structuredContent: { name: 'Rex' } });
    isSure = true;
    expect(await call('deletePet', { petId: 1 })).toMatchObject({ content: text('Success') });
    expect(api.requests.filter((request) => request === 'DELETE /pets/1')).toHaveLength(1);
    expect(await call('deletePet', { petId: 1 })).toMatchObject(notFound('DELETE /pets/{petId}', 'pet'));
  });

  test('arguments are those of the definition where it has others than the document', async () => {
    const before = api.requests.length;
    expect(await call('changePet', { petId: 1, status: 'sold' })).toMatchObject({ isError: true });
    expect(await call('changePet', { petId: 1, name: 'x'.repeat(41) })).toMatchObject({ isError: true });
    expect(api.requests).toHaveLength(before);
  });

  test('photos and papers travel both ways', async () => {
    await call('addPet', { name: 'Rex' });
    expect(await call('uploadPhoto', { petId: 1, body: 'iVBORw==' })).toMatchObject({
      structuredContent: { files: 1, bytes: 4 },
    });
    expect((await call('getPhoto', { petId: 1 })).content).toEqual([
      { type: 'image', data: 'iVBORw==', mimeType: 'image/png' },
    ]);
    const files = ['JVBERi0=', { base64: 'AP8=', fileName: 'b.pdf', mediaType: 'application/pdf' }];
    expect(
      await call('addPapers', { petId: 1, kind: 'pedigree', files, issued: { by: 'Kennel', on: '2026-01-02' } }),
    ).toMatchObject({ structuredContent: { files: 2, bytes: 7 } });
    const [paper] = (await call('getPapers', { petId: 1, kind: 'pedigree' })).content as readonly object[];
    expect(paper).toEqual({
      type: 'resource',
      resource: { uri: `${api.url}/pets/1/papers/pedigree`, mimeType: 'application/pdf', blob: 'JVBERi0=' },
    });
    expect(await call('getPhoto', { petId: 7 })).toMatchObject(notFound('GET /pets/{petId}/photo', 'photo'));
  });

  test('users are created, log in and go', async () => {
    const ada = { username: 'a/b?c', email: 'ada@x.test' };
    const created = await call('createUser', { ...ada, password: 'p+q r', type: 'staff' });
    expect(created).toMatchObject({ structuredContent: ada });
    expect(JSON.stringify(created)).not.toContain('p+q r');
    expect(await call('createUser', ada)).toMatchObject({ isError: true });
    expect(await call('createUsers', { body: [{ username: 'x' }, { username: 'y' }] })).toMatchObject({
      structuredContent: era === 'legacy' ? { result: 2 } : 2,
    });
    expect(await call('logIn', { username: 'a/b?c', password: 'p+q r' })).toMatchObject({
      content: text('session of a/b?c'),
    });
    expect(await call('logIn', { username: 'a/b?c', password: 'p q' })).toMatchObject({ isError: true });
    expect(await call('logOut', { session: '1' })).toMatchObject({ content: text('Success') });
    expect(await call('setMotto', { username: 'a/b?c', body: 'Ça va?\nYes.' })).toMatchObject({
      content: text('Success'),
    });
    expect(await call('getMotto', { username: 'a/b?c' })).toMatchObject({ content: text('Ça va?\nYes.') });
    expect(await call('getUser', { username: 'a/b?c' })).toMatchObject({ structuredContent: ada });
    expect(await call('deleteUser', { username: 'y' })).toMatchObject({ content: text('Success') });
    expect(await call('getUser', { username: 'y' })).toMatchObject(notFound('GET /users/{username}', 'user'));
    const before = api.requests.length;
    expect(await call('deleteUser', { username: '..' })).toMatchObject({ isError: true });
    expect(api.requests).toHaveLength(before);
  });
});

describe('the Petstore without the right credentials', () => {
  test.each<[string, { [name: string]: string }, string]>([
    [
      'none',
      {},
      'The petstore API needs credentials: set PETSTORE__PETSTORE__STAFF_CLIENT_ID and PETSTORE__PETSTORE__STAFF_CLIENT_SECRET, or PETSTORE__PETSTORE__STAFF_TOKEN',
    ],
    [
      'a wrong token',
      { PETSTORE__PETSTORE__STAFF_TOKEN: 'wrong-token' },
      'POST /pets returned 401 Unauthorized\n{"message":"Not allowed with Bearer ***"}',
    ],
    [
      'a wrong secret',
      { PETSTORE__PETSTORE__STAFF_CLIENT_ID: 'bench client', PETSTORE__PETSTORE__STAFF_CLIENT_SECRET: 'loud' },
      'No access token from URL/oauth/token: invalid_client',
    ],
  ])('%s: a tool error says so', async (_, credentials, message) => {
    api = await startPetstore(document);
    client = await clientKinds[0]!.connect(server, { PETSTORE__PETSTORE__BASE_URL: api.url, ...credentials });
    const result = await client.callTool('addPet', { name: 'Rex' });
    await client.close();
    await api.close();
    const expected = message.replace('URL', new URL(api.url).origin);
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: expected }] });
  });
});
