import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { fullDefinition, makeProject, packageFull, readPackaged, runPackage } from './packaged-projects.js';

const schemaFile = path.join(import.meta.dirname, 'server-json-2025-12-11.schema.json');
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(await readFile(schemaFile, 'utf8')) as object);

function expectValid(document: object): void {
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
}

const variables = [
  { name: 'ACME_KEY', description: 'From your account page.', format: 'string', isRequired: true, isSecret: true },
  {
    name: 'SHELF',
    description: 'Where to look.',
    format: 'string',
    isRequired: false,
    isSecret: false,
    default: 'north',
  },
  {
    name: 'LIMIT',
    description: 'Most books of an answer.',
    format: 'number',
    isRequired: false,
    isSecret: false,
    default: '20',
  },
  { name: 'VERBOSE', description: 'Log more.', format: 'boolean', isRequired: false, isSecret: false },
  { name: 'ACME_FOLDER', description: 'Where lists are.', format: 'filepath', isRequired: false, isSecret: false },
];

test('server.json and the server card keep media type, sizes and theme of the icons of a server', async () => {
  const folder = await makeProject(`server:
  name: shelf
  version: 1.0.0
  description: Counts books.
  icons:
    - { src: 'https://a.example/i', mimeType: image/png, sizes: [48x48, any], theme: dark }
    - { src: 'https://a.example/j', mimeType: image/avif }
    - { src: 'http://a.example/k' }
package: { registryName: com.example/shelf, url: 'https://a.example/mcp' }
tools: { count_books: { description: Counts books. } }
`);
  expect(await runPackage(folder, 'registry', 'card')).toMatchObject({ exitCode: 0 });
  const first = { src: 'https://a.example/i', mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' };
  const document = await readPackaged(folder, 'registry/server.json');
  expectValid(document);
  // The schema of `server.json` knows five media types.
  expect(document).toMatchObject({ icons: [first, { src: 'https://a.example/j' }] });
  expect(document['icons']).toHaveLength(2);
  expect(await readPackaged(folder, 'card/server-card.json')).toMatchObject({
    icons: [first, { src: 'https://a.example/j', mimeType: 'image/avif' }],
  });
});

test('server.json names all packages of a full definition, the bundle with the hash of its file', async () => {
  const { folder } = await packageFull();
  const document = await readPackaged(folder, 'registry/server.json');
  expectValid(document);
  const bundle = await readFile(path.join(folder, 'packages/mcpb/acme-shelf.mcpb'));
  const common = { version: '1.4.0', transport: { type: 'stdio' }, environmentVariables: variables };
  expect(document).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'io.github.acme/shelf',
    title: 'The Shelf',
    description: 'Shelves of a warehouse.',
    repository: { url: 'https://github.com/acme/shelf', source: 'github' },
    version: '1.4.0',
    websiteUrl: 'https://shelf.example.com/about',
    icons: [{ src: 'https://shelf.example.com/icon.png', sizes: ['48x48'], theme: 'light' }],
    packages: [
      { registryType: 'npm', identifier: '@acme/shelf-mcp', runtimeHint: 'npx', ...common },
      {
        registryType: 'oci',
        identifier: 'ghcr.io/acme/shelf:1.4.0',
        transport: { type: 'stdio' },
        environmentVariables: variables,
      },
      {
        registryType: 'mcpb',
        identifier: 'https://github.com/acme/releases/releases/download/1.4.0/acme-shelf.mcpb',
        fileSha256: createHash('sha256').update(bundle).digest('hex'),
        ...common,
      },
    ],
    remotes: [{ type: 'streamable-http', url: 'https://shelf.example.com/mcp' }],
  });
});

test('credentials of an API, a store and authorization are known without a declaration', async () => {
  const folder = await makeProject(
    `
server: { name: shop, version: 2.0.0, description: Sells things., store: redis }
auth: { issuers: ['\${SHOP_ISSUER}'], resource: 'https://shop.example.com/mcp' }
package: { registryName: com.example/shop, npmName: shop-mcp }
openapi: { orders: { document: ./orders.yaml } }
`,
    {},
    {
      'definitions/orders.yaml': `
openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
servers: [{ url: 'https://orders.example.com' }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /orders: { get: { operationId: listOrders, summary: Lists orders., responses: { '200': { description: Fine. } } } }
`,
    },
  );
  expect(await runPackage(folder, 'registry')).toMatchObject({ exitCode: 0 });
  const document = await readPackaged(folder, 'registry/server.json');
  expectValid(document);
  const [npm] = document['packages'] as readonly {
    readonly environmentVariables: readonly { readonly name: string }[];
  }[];
  const found = npm?.environmentVariables ?? [];
  expect(found.map(({ name }) => name)).toEqual(['MCP_REDIS_URL', 'SHOP__ORDERS__KEY', 'SHOP__ORDERS__BASE_URL']);
  expect(found).toMatchObject([
    { isRequired: true, isSecret: true },
    { isRequired: true, isSecret: true },
    { isRequired: false, isSecret: false, default: 'https://orders.example.com' },
  ]);
  expect(document['remotes']).toEqual([{ type: 'streamable-http', url: 'https://shop.example.com/mcp' }]);
});

test('one of several credentials of an API is optional, and a declaration requires it', async () => {
  const definition = (extra: string) => `
server: { name: shop, version: 2.0.0, description: Sells things.${extra} }
package: { registryName: com.example/shop, npmName: shop-mcp }
openapi: { orders: { document: ./orders.yaml } }
`;
  const document = `
openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
security: [{ key: [] }, { basic: [] }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, basic: { type: http, scheme: basic } }
paths:
  /orders: { get: { operationId: listOrders, summary: Lists orders., responses: { '200': { description: Fine. } } } }
`;
  const list = async (extra: string) => {
    const folder = await makeProject(definition(extra), {}, { 'definitions/orders.yaml': document });
    expect(await runPackage(folder, 'registry')).toMatchObject({ exitCode: 0 });
    const { packages } = await readPackaged(folder, 'registry/server.json');
    const [npm] = packages as readonly { readonly environmentVariables: readonly Variable[] }[];
    return (npm?.environmentVariables ?? []).map(({ name, isRequired, isSecret }) => [name, isRequired, isSecret]);
  };
  expect(await list('')).toEqual([
    ['SHOP__ORDERS__KEY', false, true],
    ['SHOP__ORDERS__BASIC_USERNAME', false, false],
    ['SHOP__ORDERS__BASIC_PASSWORD', false, true],
    ['SHOP__ORDERS__BASE_URL', true, false],
  ]);
  const own = `, environment: { SHOP__ORDERS__KEY: { description: Yours., required: true } }`;
  expect((await list(own))[0]).toEqual(['SHOP__ORDERS__KEY', true, true]);
});

interface Variable {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
}

test('values that the registry refuses are reported with their places, all in one run', async () => {
  const definition = fullDefinition
    .replace('https://github.com/acme/shelf\n', 'https://code.example.com/acme/shelf\n')
    .replace('ghcr.io/acme/shelf', 'registry.example.com/acme/shelf')
    .replace('version: 1.4.0', 'version: "1.4"')
    .replace('  summary: Shelves of a warehouse.\n', '')
    .replace('Looks after the shelves of a warehouse.', 'Looks after shelves. '.repeat(8).trim());
  const { exitCode, error } = await runPackage(await makeProject(definition), 'registry');
  expect(exitCode).toBe(1);
  expect(error).toContain('The server version "1.4" is not a semantic version.');
  expect(error).toContain(
    '`package.summary` is missing: `registry` needs it. The description of the server exceeds 100',
  );
  expect(error).toContain('The registry accepts repositories at github.com and gitlab.com.');
  expect(error).toContain('does not accept images from registry.example.com');
  expect(error).toContain('4 errors');
});

// Rules of internal/validators of modelcontextprotocol/registry, read in November 2026.
test.each([
  [
    'repository: https://github.com/acme/shelf\n',
    'repository: https://github.com/acme\n',
    'The registry accepts repositories',
  ],
  [
    'repository: https://github.com/acme/shelf\n',
    'repository: https://github.com/acme/shelf/tree/main\n',
    'accepts repos',
  ],
  [
    'repository: https://github.com/acme/shelf\n',
    'repository: https://gitlab.com/acme\n',
    'The registry accepts repositories',
  ],
  ['url: https://shelf.example.com/mcp\n', 'url: https://192.168.0.9/mcp\n', 'is not reachable from the internet'],
])('the registry refuses a definition with %j replaced by %j', async (good, bad, reason) => {
  const { exitCode, error } = await runPackage(await makeProject(fullDefinition.replace(good, bad)), 'registry');
  expect(exitCode).toBe(1);
  expect(error).toContain(reason);
});

test('server.json does not name a bundle at an address that the registry refuses, and says so', async () => {
  const folder = await makeProject(
    fullDefinition.replace(/downloads: .*\n/u, 'downloads: https://downloads.example.com/mcp/{version}/\n'),
  );
  const { exitCode, error } = await runPackage(folder, 'registry', 'mcpb');
  expect(exitCode).toBe(0);
  expect(error).toContain(
    's.mcp.yaml:34:3 warning package-advice: registry: The registry only accepts bundles in GitHub and GitLab releases',
  );
  const { packages } = await readPackaged(folder, 'registry/server.json');
  expect(packages).toMatchObject([{ registryType: 'npm' }, { registryType: 'oci' }]);
});

test('the image of a version with a plus has one tag, in server.json and in the commands of docker', async () => {
  const folder = await makeProject(fullDefinition.replace('version: 1.4.0', 'version: 1.4.0+7'));
  const { exitCode, out } = await runPackage(folder, 'registry', 'docker');
  expect(exitCode).toBe(0);
  expect(out).toContain('docker build -t ghcr.io/acme/shelf:1.4.0-7 ');
  const { packages } = await readPackaged(folder, 'registry/server.json');
  expect(packages).toContainEqual(expect.objectContaining({ identifier: 'ghcr.io/acme/shelf:1.4.0-7' }));
});
