import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileTemplates } from '../../generator/core/code/templates.js';
import { clients } from '../../generator/outputs/connect/clients.js';
import type { ApiModel } from '../../generator/core/model/model.js';
import { storesPart, type StoreKind } from '../../generator/features/stores/stores-part.js';
import { taskPart, type TaskModel } from '../../generator/features/tasks/task-part.js';
import { addNeeds } from '../../generator/pipeline/read/resolve-model.js';
import type { ProjectIdentity } from '../../generator/tools/scaffold/identity-view.js';
import { renderProject } from '../../generator/tools/scaffold/render-project.js';
import { sampleSource } from '../../generator/tools/scaffold/source/project-source.js';
import { buildModel, toolModel } from '../kit/build-model.js';
import { readProjectTemplates } from './read-project-templates.js';

const tools = { generator: 'file:./vendor/g.tgz', nodeTypes: '^2.0.0', typescript: '^3.0.0', others: [], imported: [] };

async function render(
  identity: Partial<ProjectIdentity> = {},
  apis: readonly ApiModel[] = [],
  stores?: StoreKind,
  imported: readonly (readonly [name: string, range: string])[] = [],
  task?: TaskModel,
  manager?: string,
): Promise<ReadonlyMap<string, string>> {
  const complete = { name: 'shop', title: 'The shop', description: 'Sells things.', ...identity };
  const templates = compileTemplates(await readProjectTemplates());
  const tool = toolModel('Bake');
  const model = buildModel({ apis, tools: [task ? taskPart.on(tool, task) : tool] });
  const files = renderProject(
    {
      identity: complete,
      tools: { ...tools, imported },
      isVendored: true,
      isPnpmRoot: false,
      isYarnRoot: false,
      hasStyle: false,
      unformatted: [],
      model: addNeeds(stores ? storesPart.on(model, stores) : model),
      isSample: apis.length === 0,
      extras: undefined,
      manager,
      definitions: ['definitions/shop.mcp.yaml'],
      hasHandlers: true,
    },
    templates,
  );
  const definitions = sampleSource.listFiles(complete, templates).map((file) => ({
    path: `definitions/${file.path}`,
    content: String(file.content),
  }));
  return new Map([...files, ...definitions].map(({ path, content }) => [path, content]));
}

test('a project has these files', async () => {
  expect([...(await render()).keys()]).toEqual([
    'package.json',
    'tsconfig.json',
    'README.md',
    'AGENTS.md',
    'CLAUDE.md',
    '.gitignore',
    '.dockerignore',
    'Dockerfile',
    '.prettierrc.json',
    '.prettierignore',
    'test/examples.test.ts',
    '.github/workflows/ci.yml',
    '.vscode/launch.json',
    'definitions/shop.mcp.yaml',
  ]);
});

test('a project with a store has the package, and names the variable of the address', async () => {
  const files = await render({}, [], 'redis', [['redis', '^6.3.1']]);
  expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({
    dependencies: { redis: '^6.3.1' },
    scripts: { start: 'node dist/server.mjs' },
  });
  expect(files.get('.env.example')).toContain('\nMCP_REDIS_URL=\n');
  expect(files.get('README.md')).toContain('\n| `MCP_REDIS_URL` | URL of the Redis or Valkey server, such as ');
  expect(files.get('README.md')).not.toContain('## Credentials');
  const other = await render({}, [], 'sqlite');
  expect(JSON.parse(other.get('package.json') ?? '')).not.toHaveProperty('dependencies');
  expect(other.get('.env.example')).toContain('\nMCP_SQLITE_FILE=\n');
});

test.each([
  ['redis', 'Durable tasks wait in a queue for a worker: start at least one with `npm run worker`.'],
  [
    'sqlite',
    'The server runs durable tasks itself, 10 at a time. For more, start additional workers: `npm run worker`.',
  ],
] as const)('a project with durable tasks in %s starts its worker, and says what for', async (stores, text) => {
  const imported = [['redis', '^6.0.0'] as const, ['bullmq', '^6.7.0'] as const];
  const files = await render({}, [], stores, imported, { support: 'optional', durable: true });
  expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({
    dependencies: { redis: '^6.0.0', bullmq: '^6.7.0' },
    scripts: { worker: 'node dist/worker.mjs' },
  });
  expect(files.get('README.md')).toContain(text);
  expect((await render({}, [], stores)).get('README.md')).not.toContain('urable');
});

test('.dockerignore keeps nothing out that a handler may import, such as src/', async () => {
  const lines = ((await render()).get('.dockerignore') ?? '').trim().split('\n');
  expect(lines).not.toContain('*');
  expect(lines).toEqual(expect.arrayContaining(['node_modules', 'dist', '.git', '.env']));
});

test('tsconfig.json is JSON and strict', async () => {
  const content = JSON.parse((await render()).get('tsconfig.json') ?? '') as { compilerOptions: object };
  expect(content.compilerOptions).toMatchObject({
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  });
});

test('the Docker image does not run as root and holds only what was built', async () => {
  const stage = (await render()).get('Dockerfile')?.split('\nFROM ')[1] ?? '';
  expect(stage).toMatch(/^node:22-slim AS server$/mu);
  expect(stage).toMatch(/^USER node$/mu);
  expect(stage.match(/^COPY .*/gmu)).toEqual(['COPY --from=build /app/dist dist']);
});

test('the README shows the command that connects hosts, and the hosts that it names exist', async () => {
  const readme = (await render()).get('README.md') ?? '';
  const connected = [...readme.matchAll(/create-mcp-from-schema connect ([a-z][a-z-]*) /gu)].map(([, id = '']) => id);
  expect(new Set(connected)).toEqual(new Set(['cursor', 'claude-code', 'vscode']));
  expect(clients.map(({ id }) => id)).toEqual(expect.arrayContaining(connected));
  expect(readme).toContain('`/path/to/shop/dist/server.mjs`');
});

test('the README says what becomes of the handler of a removed tool, and which type to keep', async () => {
  const readme = ((await render()).get('README.md') ?? '').replace(/\s+/gu, ' ');
  expect(readme).toContain('Keep the return type of each stub, such as `Promise<RollDiceResult>`');
  expect(readme).toContain('its handler stays on disk until you delete it');
  expect(readme).toContain('`tsconfig.json` includes only `generated/`');
  const { include } = JSON.parse((await render()).get('tsconfig.json') ?? '') as { include: readonly string[] };
  expect(include).toEqual(['generated', 'test']);
});

test.each([
  'Quotes " and \' and `',
  'back\\slash \\',
  'two\nlines\r\nand\ttab',
  '*/ ${process.exit()} {{name}} {{{x}}}',
  '# heading: - list: [a](b) <script>',
  'a: b # comment',
  '\u2028\u2029\u0085\u0000\ufeff\u202e\ud800',
  '---\n...',
  '__proto__',
  '😀 ünïcödé',
])('a title and description %j arrive as they are, and change nothing else', async (text) => {
  const files = await render({ title: text, description: text });
  const { description } = JSON.parse(files.get('package.json') ?? '') as { description: string };
  expect(description).toBe(text);
  const { server } = parse(files.get('definitions/shop.mcp.yaml') ?? '') as { server: object };
  expect(server).toEqual({
    name: 'shop',
    title: text,
    description: text,
    version: '1.0.0',
    instructions: 'Roll dice with the tool instead of making numbers up.',
  });
  const plain = await render({ title: 'x', description: 'x' });
  for (const [path, content] of files) {
    expect(content.split('\n').length, path).toBe(plain.get(path)?.split('\n').length);
  }
  for (const path of ['tsconfig.json', '.gitignore', '.dockerignore', 'Dockerfile']) {
    expect(files.get(path)).toBe(plain.get(path));
  }
});

test('markup in title and description is text in the README', async () => {
  const readme = (await render({ title: '# [a](b) <b>*', description: '1. `x`\n- y' })).get('README.md') ?? '';
  expect(readme.split('\n').slice(0, 3)).toEqual(['# \\# \\[a\\](b) \\<b\\>\\*', '', '1\\. \\`x\\` - y']);
});
