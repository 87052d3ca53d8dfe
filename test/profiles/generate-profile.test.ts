import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { byId, talk } from '../kit/talk.js';

const definition = `server: { name: shapes, version: 1.0.0 }
tools:
  draw:
    description: Draws.
    inputSchema:
      type: object
      properties:
        color: { $ref: '#/$defs/Color' }
        scale: { type: integer, exclusiveMinimum: 0, multipleOf: 5, description: In percent. }
      required: [color]
      oneOf:
        - properties: { radius: { type: number, description: Of the circle. } }
          required: [radius]
        - properties: { width: { type: number, description: Of the box. }, height: { type: number, description: Of the box. } }
          required: [width, height]
$defs:
  Color: { type: string, pattern: '^#', description: 'As #rrggbb.', examples: ['#ff0000'] }
`;

/** Schema as a client of Gemini gets it: no references, no combinations at the root, no keywords that Gemini does not know. */
const adapted = {
  type: 'object',
  properties: {
    color: { type: 'string', pattern: '^#', description: 'As #rrggbb. (examples: ["#ff0000"])' },
    scale: { type: 'integer', minimum: 1, description: 'In percent. (multipleOf: 5)' },
    radius: { type: 'number', description: 'Of the circle.' },
    width: { type: 'number', description: 'Of the box.' },
    height: { type: 'number', description: 'Of the box.' },
  },
  required: ['color'],
  description: 'Exactly one of: {radius} or {width, height}.',
};

const folder = makeFolder({ 'definitions/shapes.mcp.yaml': definition });
linkPackages(folder);

function run(...argv: readonly string[]) {
  return runInMemory(argv, { cwd: folder });
}

async function readInputSchema(): Promise<unknown> {
  const text = await readFile(path.join(folder, 'generated/descriptors.ts'), 'utf8');
  const [, json = ''] = /^ +inputSchema: '(.*)',$/mu.exec(text) ?? [];
  return JSON.parse(json.replaceAll('\\\\', '\\'));
}

describe('generate --profile', () => {
  test('adapts descriptors, and the server enforces the definition', async () => {
    const { exitCode, error, out } = await run('generate', '--profile', 'gemini', '--profile=claude');
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).toContain('Adapted to claude, gemini (undo with `--profile none`).');
    expect(await readInputSchema()).toEqual(adapted);

    await build({
      absWorkingDir: folder,
      entryPoints: ['generated/server.ts'],
      outfile: 'dist/server.mjs',
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
    const call = (id: number, values: object) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'draw', arguments: values },
    });
    const { messages } = await talk(path.join(folder, 'dist/server.mjs'), [
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      call(2, { color: '#ff0000', radius: 1, scale: 7 }),
      call(3, { color: '#ff0000', radius: 1, width: 1, height: 1 }),
      call(4, { color: '#ff0000', radius: 1, scale: 10 }),
    ]);
    const [list, badScale, both, good] = byId(messages).map(({ result }) => result);
    expect(list.tools[0].inputSchema).toEqual(adapted);
    expect([badScale.isError, both.isError]).toEqual([true, true]);
    expect(badScale.content[0].text).toContain('multiple of 5');
    expect(good.content[0].text).toContain('is not implemented.');
  });

  test('is remembered by the manifest: for --check, and for the next run', async () => {
    await run('generate', '--profile', 'gemini');
    const manifest = JSON.parse(await readFile(path.join(folder, 'generated/manifest.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ profiles: ['gemini'] });
    expect((await run('generate', '--check')).exitCode).toBe(0);
    expect((await run('generate', '--check', '--profile', 'none')).error).toContain('error out-of-date');
    expect((await run('generate')).out).toContain('Adapted to gemini');
    expect(await readInputSchema()).toEqual(adapted);
  });

  test('none ends it', async () => {
    await run('generate', '--profile', 'gemini');
    const { out } = await run('generate', '--profile', 'none');
    expect(out).not.toContain('Adapted');
    expect(await readInputSchema()).toMatchObject({ oneOf: [{}, {}], $defs: { Color: {} } });
    expect(await readFile(path.join(folder, 'generated/manifest.json'), 'utf8')).not.toContain('profiles');
  });

  test('reports what cannot be adapted, with its place', async () => {
    const file = path.join(folder, 'definitions/more.mcp.yaml');
    await writeFile(
      file,
      `tools:
  draw.everything.that.anybody.could.ever.want.to.have.drawn:
    description: Draws.
    inputSchema: { type: object, properties: { 'a b': { type: string, description: Odd. } } }
`,
    );
    const { exitCode, error, out } = await run('generate', '--profile', 'claude');
    await rm(file);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(error).toContain('definitions/more.mcp.yaml:2:3 error tool-name-length:');
    expect(error).toContain('definitions/more.mcp.yaml:2:3 error tool-name-pattern:');
    expect(error).toContain('definitions/more.mcp.yaml:4:48 error property-key:');
    expect(error).toContain('3 errors');
  });

  test('refuses names that it does not know', async () => {
    const { exitCode, error } = await run('generate', '--profile', 'gemnii');
    expect(exitCode).toBe(2);
    expect(error).toContain('Unknown profile "gemnii". Did you mean `gemini`?');
    expect((await run('generate', '--profile', 'none', '--profile', 'gemini')).exitCode).toBe(2);
  });
});
