import { readFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { putFiles } from '../kit/make-folder.js';
import { evaluate, makeProject, playModel } from '../evaluate-model/evaluated-project.js';

/** @param stdio Member of each `bind`. */
const define = (stdio: string): string => `
server: { name: shop, version: 1.0.0, description: Sells things., trustedHeaders: [X-Tenant] }
package: { author: { name: Ada }, registryName: io.github.ada/shop, npmName: '@ada/shop', repository: 'https://github.com/ada/shop' }
tools:
  list_orders:
    description: Lists the orders of a customer.
    annotations: { readOnlyHint: true }
    inputSchema:
      type: object
      properties:
        tenant_key: { type: string, description: Tenant., bind: { header: X-Tenant${stdio} } }
        customer: { type: integer, description: Customer. }
    questions: [{ ask: Which orders has customer 4?, arguments: { list_orders: { customer: 4 } } }]
prompts:
  greet:
    description: Greets a customer.
    arguments:
      tenant_key: { description: Tenant., bind: { header: X-Tenant${stdio} } }
      customer: { description: Customer., required: true }
    messages: [{ role: user, content: 'Greet {{customer}} of {{tenant_key}}.' }]
  welcome:
    description: Welcomes a customer.
    messages: [{ role: user, content: Welcome! }]
resourceTemplates:
  shop://orders/{id}:
    name: order
    description: An order.
    variables: { tenant_key: { description: Tenant., bind: { header: X-Tenant${stdio} } } }
`;

const withStdio = define(', stdio: { env: SHOP_TENANT }');
const withoutStdio = define('');

interface Run {
  readonly exitCode: number;
  readonly text: string;
}

/** Creates a project, and returns a function that runs a command in it. */
async function create(definition: string) {
  const { folder } = await createProject({
    'package.json': '{ "name": "shop", "type": "module" }',
    'definitions/shop.mcp.yaml': definition,
  });
  const run = async (...command: readonly string[]): Promise<Run> => {
    const { exitCode, out, error } = await runInMemory(command, { cwd: folder });
    return { exitCode, text: out + error };
  };
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  return { folder, run, read };
}

describe('a server that takes arguments from a header and, on stdio, from a variable', () => {
  let project: Awaited<ReturnType<typeof create>>;

  beforeAll(async () => {
    project = await create(withStdio);
    expect(await project.run('build')).toMatchObject({ exitCode: 0 });
  }, 120_000);

  test('names the variable once, with its uses', () => {
    expect(project.read('generated/env.example')).toContain(
      '# Bound arguments\n\n# Value of `tenant_key` for the tool `list_orders` and 2 more over stdio.\nSHOP_TENANT=\n',
    );
  });

  test('has no bound argument in what `inspect` counts', async () => {
    const { text } = await project.run('inspect');
    expect(text).toContain('list_orders');
    expect(text).not.toContain('tenant');
  });

  test('has docs in which operators alone find the argument', async () => {
    expect(await project.run('docs')).toMatchObject({ exitCode: 0 });
    const [forUsers = '', forOperators] = project.read('docs/server.md').split('<a id="section-environment"></a>');
    expect(forUsers).toContain('| `customer` | yes | Customer. |');
    expect(forUsers).toContain('This command starts the server on stdio.');
    expect(forUsers).not.toContain('tenant');
    expect(forOperators).toContain(`| Entry | Argument | Source | On stdio |
| --- | --- | --- | --- |
| \`list_orders\` | \`tenant_key\` | header X-Tenant | environment variable SHOP\\_TENANT |
| \`greet\` | \`tenant_key\` | header X-Tenant | environment variable SHOP\\_TENANT |
| \`shop://orders/{id}\` | \`tenant_key\` | header X-Tenant | environment variable SHOP\\_TENANT |
`);
  });

  test('is packaged for clients, without a prompt that only the server can fill in', async () => {
    expect(await project.run('package', 'mcpb', 'registry')).toMatchObject({ exitCode: 0 });
    const bundle = unzipSync(readFileSync(path.join(project.folder, 'packages/mcpb/shop.mcpb')));
    const manifest = JSON.parse(strFromU8(bundle['manifest.json'] as Uint8Array)) as object;
    expect(manifest).toMatchObject({
      prompts: [{ name: 'welcome', text: 'Welcome!' }],
      prompts_generated: true,
      server: { mcp_config: { env: { SHOP_TENANT: expect.any(String) as string } } },
    });
    const server = JSON.parse(project.read('packages/registry/server.json')) as {
      readonly packages: readonly object[];
    };
    expect(server.packages[0]).toMatchObject({ environmentVariables: [{ name: 'SHOP_TENANT' }] });
  });

  test('is configured in clients', async () => {
    expect(await project.run('connect', 'cursor')).toMatchObject({ exitCode: 0 });
  });

  test('changes its contract with `bind`, and `diff` says how', async () => {
    const old = await create(
      withStdio.replace(/variables: .*/u, 'variables: {}').replaceAll(/, bind: \{[^{}]*(?:\{[^{}]*\})? \}/gu, ''),
    );
    const { text } = await project.run('diff', old.folder);
    expect(text).toContain(
      'tool list_orders: argument `tenant_key` is set from header X-Tenant (on stdio: environment',
    );
    expect(text).toContain('prompt greet: argument `tenant_key` is set from header X-Tenant (on stdio: environment');
    expect(text).toContain('Contract: clients that have pinned the old contract.json refuse list_orders, greet.');
  });
});

describe('a server that takes arguments from a header only', () => {
  let project: Awaited<ReturnType<typeof create>>;
  const reason =
    'the argument "tenant_key" of the tool "list_orders" comes from the header X-Tenant, and stdio has none';

  beforeAll(async () => {
    project = await create(withoutStdio);
    expect(await project.run('build')).toMatchObject({ exitCode: 0 });
  }, 120_000);

  test.each(['mcpb', 'plugin', 'registry'])('is not packaged as %s, whose clients use stdio', async (target) => {
    const { exitCode, text } = await project.run('package', target);
    expect(exitCode).toBe(1);
    expect(text).toContain(`Clients would start the server on stdio, where it cannot be used: ${reason}.`);
    expect(text).toContain('definitions/shop.mcp.yaml:11:59');
  });

  test('is configured with its URL only', async () => {
    const { exitCode, text } = await project.run('connect', 'cursor');
    expect(exitCode).not.toBe(0);
    expect(text).toContain('The server cannot be used over stdio, because an argument comes from the caller.');
    expect(await project.run('connect', 'cursor', '--http', 'https://shop.example/mcp')).toMatchObject({ exitCode: 0 });
    expect(await project.run('connect')).toMatchObject({ exitCode: 0 });
  });

  test('has docs that start it with HTTP', async () => {
    expect(await project.run('docs')).toMatchObject({ exitCode: 0 });
    const docs = project.read('docs/server.md');
    expect(docs).toContain(
      'This command starts the server. Replace `/path/to` with its actual path. Node 20.19 or later is required.\n\n' +
        '```sh\nnode /path/to/shop/dist/server.mjs --http 3000\n```\n\n' +
        'The server is available at `http://127.0.0.1:3000/mcp`.',
    );
    expect(docs).not.toContain('"command"');
    expect(docs).toContain('| `greet` | `tenant_key` | header X-Tenant | not available |');
  });
});

describe('`evaluate`', () => {
  beforeEach(() => void vi.stubEnv('OPENAI_API_KEY', 'sk-secret-of-the-test'));

  test('gives mock results without values for bound arguments, which models cannot send', async () => {
    const folder = await makeProject({ 'definitions/orders.mcp.yaml': withoutStdio });
    const prompts = playModel((_, round) => {
      if (round === 0) return { calls: [['list_orders', { customer: 4, tenant_key: 'globex' }]] };
      if (round === 1) return { calls: [['list_orders', { customer: 4 }]] };
      return { text: 'None.' };
    });
    const { exitCode } = await evaluate(folder, '--min', 'model.passed=1');
    expect(JSON.stringify(prompts[0]?.tools)).not.toContain('tenant_key');
    expect(JSON.stringify(prompts[1]?.prompt.at(-1))).toContain('tenant_key: cannot be sent');
    expect(JSON.stringify(prompts[2]?.prompt.at(-1))).not.toContain('Not allowed');
    expect(exitCode).toBe(0);
  });

  test('refuses a question with a bound argument', async () => {
    const folder = await makeProject({ 'definitions/orders.mcp.yaml': withoutStdio });
    putFiles(folder, {
      'definitions/orders.mcp.yaml': withoutStdio.replace('{ customer: 4 } } }]', '{ tenant_key: acme } } }]'),
    });
    const { exitCode, out, error } = await runInMemory(['generate'], { cwd: folder });
    expect(exitCode).toBe(1);
    expect(out + error).toContain(
      'unknown-question-tool: Models cannot send `tenant_key` of the tool `list_orders`, because the server sets it.',
    );
  });
});
