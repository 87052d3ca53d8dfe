import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientKinds, type ConnectedClient } from '../clients/client-kinds.js';
import { createProject, type Project } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';
import { operations } from './petstore/bindings.js';
import { startPetstoreApi, type PetstoreApi } from './petstore/petstore-api.js';

const folder = path.join(import.meta.dirname, 'petstore');
const runtime = 'generated/runtime/forward/index.js';
const camelCase = (name: string): string => name.replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase());

const pascalCase = (name: string): string => camelCase(`_${name}`);

/** A project whose handlers forward to the Petstore, one of them after a look at the pet. */
async function createPetstoreProject(): Promise<Project> {
  const bindings = await readFile(path.join(folder, 'bindings.ts'), 'utf8');
  const handlers = Object.keys(operations).map((tool) => [
    `handlers/tools/${tool.replaceAll('_', '-')}.ts`,
    `import { createForward } from '../../${runtime}';
import type { ${pascalCase(tool)} } from '../../generated/handlers.ts';
import { api, operations } from '../bindings.ts';
export const ${camelCase(tool)}: ${pascalCase(tool)} = createForward(api, operations.${tool});
`,
  ]);
  const gentle = `import { withForward } from '../../${runtime}';
import type { UpdatePetWithForm } from '../../generated/handlers.ts';
import { api, operations } from '../bindings.ts';
export const updatePetWithForm: UpdatePetWithForm = withForward(
  async (input, context) => {
    try {
      return await context.forward(input);
    } catch (error) {
      return { name: \`none (\${(error as { status: number }).status})\`, photoUrls: [] };
    }
  }, api, operations.update_pet_with_form);
`;
  return createProject({
    'package.json': '{ "type": "module" }',
    'definitions/petstore.mcp.yaml': await readFile(path.join(folder, 'petstore.mcp.yaml'), 'utf8'),
    'handlers/bindings.ts': bindings.replace('../../../runtime/index.js', `../${runtime}`),
    ...Object.fromEntries(handlers),
    'handlers/tools/update-pet-with-form.ts': gentle,
  });
}

let project: Project;
let server: string;
let api: PetstoreApi;
let client: ConnectedClient;

beforeAll(async () => {
  project = await createPetstoreProject();
  server = await project.bundle();
});
afterAll(() => project.remove());

test('forwarding handlers have the types of their tools', async () => {
  expect(await typeCheck(project.folder)).toBe('');
});

describe.each(clientKinds)('the Petstore, $name', ({ connect }) => {
  beforeEach(async () => {
    api = await startPetstoreApi();
    client = await connect(server, { PETSTORE_URL: api.url, PETSTORE_TOKEN: 'pet-token', PETSTORE_KEY: 'pet-key' });
    // Makes the client know the output schemas, which it then holds every answer against.
    await client.listTools();
  });
  afterEach(async () => {
    await client.close();
    await api.close();
  });

  const call = async (name: string, values: { [name: string]: unknown } = {}) =>
    (await client.callTool(name, values)) as { content: unknown; structuredContent?: unknown; isError?: true };
  const text = (value: string) => [{ type: 'text', text: value }];

  test('pets are added, found, changed and removed', async () => {
    const rex = { name: 'Rex', photoUrls: [], tags: [{ name: 'big & good' }, { name: 'dog' }], status: 'available' };
    expect((await call('add_pet', rex)).structuredContent).toEqual({ ...rex, id: 1 });
    await call('add_pet', { name: 'Tom', photoUrls: ['https://x.test/1'], status: 'sold' });
    expect((await call('get_pet_by_id', { petId: 1 })).structuredContent).toEqual({ ...rex, id: 1 });
    expect(
      JSON.stringify((await call('find_pets_by_tags', { tags: ['cat', 'big & good'] })).structuredContent),
    ).toMatch(/Rex/u);
    expect(JSON.stringify((await call('find_pets_by_status', { status: 'sold' })).structuredContent)).toMatch(/Tom/u);
    expect((await call('get_inventory')).structuredContent).toEqual({ available: 1, sold: 1 });
    expect((await call('update_pet_with_form', { petId: 2, name: 'Tom?&name=Jerry' })).structuredContent).toMatchObject(
      {
        name: 'Tom?&name=Jerry',
        status: 'sold',
      },
    );
    expect((await call('update_pet_with_form', { petId: 9 })).structuredContent).toEqual({
      name: 'none (404)',
      photoUrls: [],
    });
    expect((await call('update_pet', { ...rex, id: 1, status: 'pending' })).structuredContent).toMatchObject({
      status: 'pending',
    });
    expect((await call('delete_pet', { petId: 1, api_key: 'unused' })).content).toEqual(text('Success'));
    expect(await call('get_pet_by_id', { petId: 1 })).toMatchObject({
      isError: true,
      content: text('GET /pet/{petId} was answered with 404 Not Found\n{"message":"Pet not found"}'),
    });
  });

  test('an image is uploaded as bytes and comes back as an image', async () => {
    expect(
      (await call('upload_file', { petId: 1, additionalMetadata: 'front', body: 'iVBORw==' })).structuredContent,
    ).toEqual({
      code: 200,
      type: 'application/octet-stream, front',
      message: '4 bytes',
    });
    expect((await call('get_pet_image', { petId: 1 })).content).toEqual([
      { type: 'image', data: 'iVBORw==', mimeType: 'image/png' },
    ]);
  });

  test('orders and users are kept', async () => {
    const order = { petId: 1, quantity: 2, status: 'placed' };
    expect((await call('place_order', order)).structuredContent).toEqual({ ...order, id: 1 });
    expect((await call('get_order_by_id', { orderId: 1 })).structuredContent).toEqual({ ...order, id: 1 });
    expect((await call('delete_order', { orderId: 1 })).content).toEqual(text('Success'));
    await call('create_user', { username: 'a/b?c', password: 'p+q' });
    await call('create_users_with_list_input', { users: [{ username: 'x' }, { username: 'y', email: 'y@x.test' }] });
    expect((await call('login_user', { username: 'a/b?c', password: 'p+q' })).content).toEqual(text('logged in'));
    expect(await call('login_user', { username: 'a/b?c', password: 'p q' })).toMatchObject({ isError: true });
    await call('update_user', { username: 'a/b?c', firstName: 'Ada' });
    expect((await call('get_user_by_name', { username: 'a/b?c' })).structuredContent).toMatchObject({
      firstName: 'Ada',
    });
    expect((await call('delete_user', { username: 'y' })).content).toEqual(text('Success'));
    expect(await call('get_user_by_name', { username: 'y' })).toMatchObject({ isError: true });
    expect(await call('delete_user', { username: '..' })).toMatchObject({ isError: true });
    expect((await call('logout_user')).content).toEqual(text('Success'));
  });
});

describe('the Petstore without the right credentials', () => {
  test.each<[string, { [name: string]: string }, string]>([
    ['none', {}, 'The petstore API needs credentials: set PETSTORE_TOKEN'],
    [
      'wrong ones',
      { PETSTORE_TOKEN: 'wrong-token' },
      'POST /pet was answered with 401 Unauthorized\n{"message":"Not allowed with Bearer ***"}',
    ],
  ])('%s: a tool error says so', async (_, credentials, message) => {
    api = await startPetstoreApi();
    client = await clientKinds[0]!.connect(server, { PETSTORE_URL: api.url, ...credentials });
    const result = await client.callTool('add_pet', { name: 'Rex', photoUrls: [] });
    await client.close();
    await api.close();
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: message }] });
  });
});
