import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { callTool, initialize, request } from './request.js';
import { readFixture, serveFixture } from './serve-fixture.js';

const structured = serveFixture('structured');
const dispatch = serveFixture('dispatch');
const rows = serveFixture('rows');

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('T5 an output schema', () => {
  test('is listed where it is declared, as it is written, and nowhere else', async () => {
    const { result } = await structured.ask(request(1, 'tools/list'));
    expect(result.tools[0].outputSchema).toEqual({
      type: 'object',
      properties: { quotient: { type: 'number' } },
      required: ['quotient'],
    });
    expect(result.tools[1]).not.toHaveProperty('outputSchema');
  });

  test('that is no object is not refused: revisions that need an object get it wrapped into one', async () => {
    const messages = await rows.tell([
      initialize(1),
      request(2, 'tools/list'),
      callTool(3, 'count'),
      request(4, 'tools/list', { _meta: modern }),
      request(5, 'tools/call', { name: 'count', _meta: modern }),
    ]);
    const results = new Map(messages.map(({ id, result }) => [id, result]));
    expect(results.get(2).tools[0].outputSchema).toEqual({
      type: 'object',
      properties: { result: { type: 'integer' } },
      required: ['result'],
    });
    expect(results.get(3).structuredContent).toEqual({ result: 3 });
    expect(results.get(4).tools[0].outputSchema).toEqual({ type: 'integer' });
    expect(results.get(5).structuredContent).toBe(3);
  });
});

test('T7 what is generated is the same bytes in two projects', async () => {
  const files = await readFixture('rows');
  const [one, other] = [await createProject(files), await createProject(files)];
  expect(await readGenerated(other.folder)).toEqual(await readGenerated(one.folder));
});

/** What lies in `generated/`, by path, without the cache: its record is sealed for one folder on one machine. */
async function readGenerated(folder: string): Promise<ReadonlyMap<string, string>> {
  const out = path.join(folder, 'generated');
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('.cache'));
  const read = files.toSorted().map(async (file) => [path.relative(out, file), await readFile(file, 'utf8')] as const);
  return new Map(await Promise.all(read));
}

describe('T8 parameters without names', () => {
  test('are `arg1`, `arg2`, …, all required', async () => {
    const { result } = await dispatch.ask(request(1, 'tools/list'));
    const tools = result.tools as readonly { readonly name: string; readonly inputSchema: object }[];
    expect(tools.find(({ name }) => name === 'power')?.inputSchema).toEqual({
      type: 'object',
      properties: { arg1: { type: 'number', description: 'The base.' }, arg2: { $ref: '#/$defs/Exponent' } },
      required: ['arg1', 'arg2'],
      $defs: { Exponent: { type: 'integer', minimum: 0, description: 'The exponent.' } },
    });
  });

  test('reach the function in their order, after they were validated', async () => {
    const { result } = await dispatch.ask(callTool(1, 'power', { arg2: 4, arg1: 3 }));
    expect(result).toEqual({ content: [{ type: 'text', text: 'Power: 81' }] });
    const failed = await dispatch.ask(callTool(1, 'power', { arg1: 'x' }));
    expect(failed.result.isError).toBe(true);
    expect(failed.result.content[0].text).toMatch(/- arg1: must be a number[^]*- arg2: is required|- arg2[^]*- arg1/u);
  });

  /** A tool with parameters that are only to be counted. */
  const define = (args: string, inputSchema?: string) => ({
    'definitions/f.ts': 'export const f = (...values: readonly unknown[]): string => values.join();\n',
    'definitions/bad.mcp.yaml': [
      'server: { name: bad, version: 1.0.0 }',
      'tools:',
      '  f:',
      '    description: F.',
      '    handler: ./f.ts#f',
      `    args: ${args}`,
      ...(inputSchema === undefined ? [] : [`    inputSchema: ${inputSchema}`]),
      '',
    ].join('\n'),
  });

  test.each([
    ['beside an input schema', '[{ type: number, description: A. }]', '{ type: object }', 'conflicting-keys'],
    ['that are no schemas', '[1]', undefined, 'wrong-type'],
    ['of a type that does not exist', '[{ type: atom, description: A. }]', undefined, 'invalid-schema'],
    ['beside a name that nothing has', '[{ type: number, description: A. }, B]', undefined, 'invalid-value'],
  ])('are an error where they are wrong: %s', async (_, args, inputSchema, code) => {
    const generating = createProject(define(args, inputSchema));
    await expect(generating).rejects.toThrow(new RegExp(`bad\\.mcp\\.yaml:[67]:\\d+ error ${code}`, 'u'));
  });

  test('are warned about when they have no description either', async () => {
    const project = await createProject(define('[{ type: number }]'));
    expect(project.report.diagnostics).toMatchObject([
      { code: 'missing-parameter-description', location: { line: 6, column: 12 } },
    ]);
  });
});
