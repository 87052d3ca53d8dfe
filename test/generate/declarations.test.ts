import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { typeCheck } from '../kit/type-check.js';

const definition = `
server:
  name: shop
  version: 1.0.0
  capabilities:
    resources: { subscribe: true, listChanged: false }
    prompts: { listChanged: true }
    tools: { listChanged: true }
tools:
  query:
    description: Asks a database.
    inputSchema:
      type: object
      properties:
        region: { type: string, description: Where., x-mcp-header: Region }
        options:
          type: object
          description: How.
          properties:
            dry: { type: boolean, x-mcp-header: Dry-Run }
            limit: { type: integer, x-mcp-header: x.limit }
            note: { type: string }
  referring:
    description: Has its input elsewhere.
    inputSchema: { $ref: '#/$defs/Input', description: Overrides. }
  plain:
    description: Has no headers.
resources:
  shop://hours: { name: hours, text: always, cache: { ttlMs: 60000 } }
  shop://stock: { name: stock, cache: { scope: private, ttlMs: 5 } }
  shop://silent: { name: silent }
resourceTemplates:
  shop://items/{id}: { name: item, cache: { ttlMs: 1000, scope: public } }
$defs:
  Input: { type: object, properties: { tenant: { type: string, description: Who., x-mcp-header: Tenant } } }
`;

interface Descriptors {
  readonly definition: {
    readonly capabilities: unknown;
    readonly tools: { load(): Promise<readonly { readonly headers?: unknown }[]> };
    readonly resources: readonly { readonly cache?: unknown }[];
    readonly resourceTemplates: readonly { readonly cache?: unknown }[];
  };
}

/** Files that the generator makes of a definition with only the given entries. */
async function describeServer(server: string, rest = ''): Promise<Descriptors['definition']> {
  const other = await createProject({
    'definitions/a.mcp.yaml': `server: { name: s, version: 1.0.0${server} }\n${rest}`,
  });
  return (await loadModule<Descriptors>(other.folder, 'generated/definition.ts')).definition;
}

const project = await createProject({ 'definitions/shop.mcp.yaml': definition });

const { definition: shop } = await loadModule<Descriptors>(project.folder, 'generated/definition.ts');

describe('what a definition declares reaches the runtime', () => {
  test('capabilities, and none but those that follow from the definition', async () => {
    const listChanged = ['tools', 'prompts'];
    expect(shop.capabilities).toEqual({ prompts: true, resources: true, listChanged, subscribe: true });
    expect((await describeServer('')).capabilities).toEqual({ prompts: false, resources: false });
    const refusing = ', capabilities: { resources: { subscribe: false }, tools: {} }';
    const resources = 'resources: { x://a: { name: a, text: t } }\n';
    expect((await describeServer(refusing, resources)).capabilities).toEqual({ prompts: false, resources: true });
  });

  test('headers, with the properties that lead to them', async () => {
    expect((await shop.tools.load()).map(({ headers }) => headers)).toEqual([
      [
        { name: 'Region', path: ['region'], type: 'string' },
        { name: 'Dry-Run', path: ['options', 'dry'], type: 'boolean' },
        { name: 'x.limit', path: ['options', 'limit'], type: 'integer' },
      ],
      [{ name: 'Tenant', path: ['tenant'], type: 'string' }],
      undefined,
    ]);
  });

  test('cache hints of resources and templates', () => {
    expect([...shop.resources, ...shop.resourceTemplates].map(({ cache }) => cache)).toEqual([
      { ttlMs: 60000, scope: 'public' },
      { ttlMs: 5, scope: 'private' },
      undefined,
      { ttlMs: 1000, scope: 'public' },
    ]);
  });
});

test('a project has an entrypoint for platforms that hand requests to `fetch`, and its types are right', async () => {
  expect(await typeCheck(project.folder)).toBe('');
  const web = await loadModule<{ readonly default: object }>(project.folder, 'generated/web.ts');
  expect(web.default).toEqual({ fetch: expect.any(Function) });
});
