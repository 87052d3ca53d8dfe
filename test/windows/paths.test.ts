import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { writeServer } from '../../generator/tools/build/build-server.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { actual, toWindows } from '../kit/windows-disk.js';

vi.mock('node:path', async () => (await import('../kit/windows-disk.js')).windowsPath);
vi.mock('node:fs', async () => (await import('../kit/windows-disk.js')).windowsFs);
vi.mock('node:fs/promises', async () => (await import('../kit/windows-disk.js')).windowsPromises);

vi.mock(import('node:process'), async (original) => ({ ...(await original()), platform: 'win32' as const }));

const { fs, path } = actual;
const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');

const files: Readonly<Record<string, string>> = {
  'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }
tools:
  find:
    description: Finds a book.
    inputSchema: { $ref: './schemas/query.yaml#/$defs/Query' }
    outputSchema: { $ref: './schemas/query.yaml#/$defs/Book' }
  factorial:
    description: Multiplies.
    inputSchema: { type: object, properties: { n: { type: integer, description: A number. } }, required: [n] }
    handler: ./code/math.ts#factorial
    args: [n]
resources:
  shop://rules: { name: rules, mimeType: text/markdown, file: ./texts/rules.md }
  shop://stock: { name: stock, mimeType: application/json }
prompts:
  recommend: { description: Recommends a book. }
openapi:
  suppliers: { document: ./apis/suppliers.yaml, implement: [listOrders] }
`,
  'definitions/schemas/query.yaml': `$defs:
  Query: { type: object, properties: { title: { type: string, description: A title. } }, required: [title] }
  Book: { type: object, properties: { author: { $ref: '../people.yaml' } }, required: [author] }
`,
  'definitions/people.yaml': 'type: object\nproperties: { name: { type: string } }\nrequired: [name]\n',
  'definitions/code/math.ts': 'export const factorial = (n: number): number => n;\n',
  'definitions/texts/rules.md': '# Rules\n',
  'definitions/apis/suppliers.yaml': `openapi: 3.1.0
info: { title: Suppliers, version: 1.0.0 }
servers: [{ url: https://suppliers.example }]
paths:
  /orders: { get: { operationId: listOrders, summary: Lists orders., responses: { '200': { description: Orders. } } } }
  /stock: { get: { operationId: listStock, summary: Lists stock., responses: { '200': { description: Stock. } } } }
`,
  'definitions/scripts/greet.bas': `PARAM name AS STRING LIKE "Ada" DESCRIPTION "Who is greeted."
DESCRIPTION "Greets somebody."
TALK "Hello, " + name
`,
};

function makeProject(more: Readonly<Record<string, string>> = {}): string {
  const root = fs.mkdtempSync(path.join(tmpdir(), 'plätze and paths '));
  for (const [file, text] of Object.entries({ ...files, ...more })) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  return root;
}

/** The files below a folder, without the cache, which is another one on each machine. */
function readTree(root: string): Record<string, string> {
  const names = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => !name.includes('.cache'));
  const found = names.filter((name) => fs.statSync(path.join(root, name)).isFile());
  return Object.fromEntries(found.toSorted().map((name) => [name, fs.readFileSync(path.join(root, name), 'utf8')]));
}

/** Runs the command line here, in another process, and on Windows; both in a folder of their own. */
async function runTwice(roots: readonly [string, string], args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: roots[0], encoding: 'utf8' });
  const { exitCode, out, error } = await runInMemory(args, { cwd: toWindows(roots[1]) });
  return { here: { exitCode: status, out: stdout, error: stderr }, windows: { exitCode, out, error } };
}

/** Definitions with an error in each way in which a file can be named. */
const faulty: Readonly<Record<string, string>> = {
  'definitions/more/faults.mcp.yaml': `tools:
  outside: { description: A., inputSchema: { $ref: '../../../outside.yaml' } }
  missing: { description: A., inputSchema: { $ref: './none.yaml' } }
  unbound: { description: A., inputSchema: { type: object }, handler: ./none.ts#run }
  beyond: { description: A., inputSchema: { type: object }, handler: ../../../beyond.ts#run }
resources:
  shop://far: { name: far, file: ../../../far.md }
  shop://none: { name: none, file: ./none.md }
`,
  'definitions/more/torn.mcp.yaml': 'tools: { a: [\n',
};

describe('on Windows', () => {
  const roots: [string, string] = ['', ''];

  beforeAll(() => {
    roots[0] = makeProject();
    roots[1] = makeProject();
  });

  test('generated files, stubs and output are the same as elsewhere', async () => {
    const { here, windows } = await runTwice(roots, ['generate']);
    expect(here.error).toBe('');
    expect(windows).toEqual(here);
    const trees = roots.map(readTree);
    expect(Object.keys(trees[0] ?? {})).toContain('handlers/tools/find.ts');
    expect(trees[1]).toEqual(trees[0]);
  });

  test('folders may be given with backslashes', async () => {
    const args = ['generate', '--generated', 'src\\generated', '--handlers', '.\\src\\handlers'];
    const { out, error } = await runInMemory(args, { cwd: toWindows(roots[1]) });
    expect(error).toBe('');
    expect(out).toContain('src/handlers/tools/find.ts');
    const written = Object.entries(readTree(path.join(roots[1], 'src')));
    expect(Object.fromEntries(written)['handlers/tools/find.ts']).toContain("from '../../generated/handlers.ts'");
    expect(written.filter(([, text]) => /from '[^']*\\/u.test(text))).toEqual([]);
  });

  test.each(['..\\out', 'C:\\out', 'D:\\out', '\\out', '.'])('the folder %s is outside of the project', async (out) => {
    const { exitCode, error } = await runInMemory(['generate', '--generated', out], { cwd: toWindows(roots[1]) });
    expect([exitCode, error]).toEqual([
      2,
      expect.stringContaining(`--generated must be a folder inside the project: ${out}`),
    ]);
  });

  test('errors and changes are reported in the same words', async () => {
    fs.appendFileSync(path.join(roots[1], 'generated', 'tools.ts'), '// Edited.\n');
    const changed = await runInMemory(['generate', '--check'], { cwd: toWindows(roots[1]) });
    expect(changed.error).toContain('generated/tools.ts');
    expect(changed.error).not.toContain('\\');
    const both: [string, string] = [makeProject(faulty), makeProject(faulty)];
    const { here, windows } = await runTwice(both, ['generate']);
    for (const place of ['definitions/more/faults.mcp.yaml:2', 'definitions/more/torn.mcp.yaml:'])
      expect(here.error).toContain(place);
    expect(windows).toEqual(here);
  });

  test('definitions of two folders are compared', async () => {
    const root = makeProject({ 'old/shop.mcp.yaml': 'server: { name: shop, version: 1.0.0 }\n' });
    const { out, error } = await runInMemory(['diff', '.\\old', '.\\definitions'], { cwd: toWindows(root) });
    expect(error).toBe('');
    expect(out).toContain('.\\old');
    expect(out).toContain('find');
  });

  test('hosts get paths of Windows, and programs that need no shell', async () => {
    const cwd = toWindows(roots[1]);
    const { out } = await runInMemory(['connect', 'cursor'], { cwd });
    expect(JSON.parse(out)).toEqual({
      mcpServers: {
        [path.basename(roots[1]).replaceAll(/[^\w-]+/gu, '-')]: {
          type: 'stdio',
          command: process.execPath,
          args: [`${cwd}\\dist\\server.mjs`],
        },
      },
    });
    await runInMemory(['connect', 'vscode', '--write', '--project', '.'], { cwd });
    const written = fs.readFileSync(path.join(roots[1], '.vscode', 'mcp.json'), 'utf8');
    expect(written).toContain('"command": "node"');
    expect(written).toContain('${workspaceFolder}/dist/server.mjs');
  });

  test('a server is written with the maps of the modules of the user', async () => {
    const root = toWindows(roots[1]);
    const texts = { 'server.mjs': 'import "./chunk.mjs"', 'chunk.mjs': 'x', 'chunk.mjs.map': '{}' };
    const outputs = { 'server.mjs': ['generated/server.ts'], 'chunk.mjs': ['handlers/tools/find.ts'] };
    const result = {
      outputFiles: Object.entries(texts).map(([name, text]) => ({ path: `${root}\\dist\\${name}`, text })),
      metafile: {
        inputs: {},
        outputs: Object.fromEntries(
          Object.entries(outputs).map(([name, files]) => [
            `dist/${name}`,
            { imports: [], inputs: Object.fromEntries(files.map((file) => [file, {}])) },
          ]),
        ),
      },
    };
    const options = { root, out: 'generated', dist: 'dist', minify: true, sourcemap: true, external: [], bundled: [] };
    await writeServer(options, result as never, []);
    expect(readTree(path.join(roots[1], 'dist'))).toEqual({
      'chunk.mjs': 'x\n//# sourceMappingURL=chunk.mjs.map\n',
      'chunk.mjs.map': '{}',
      'server.mjs': 'import "./chunk.mjs"',
    });
  });
});
