import { expect, test } from 'vitest';
import {
  reportDiagnostics,
  type ReportedDiagnostic,
  type SuggestedEdit,
} from '../../generator/core/diagnostics/suggest-edits.js';
import { applySuggestedEdits } from '../kit/apply-suggested-edits.js';
import { readTable } from '../kit/read-table.js';
import { read, type Files } from './diagnose.js';
import { define } from './frames.js';
import { listSlips } from './yaml-slips.js';

interface Report {
  readonly diagnostics: readonly ReportedDiagnostic[];
  readonly texts: ReadonlyMap<string, string>;
}

async function report(files: Files): Promise<Report> {
  const { diagnostics, workspace } = await read(files);
  const texts = new Map(
    [...workspace.files].flatMap(([file, loaded]) => (loaded.status === 'read' ? [[file, loaded.text] as const] : [])),
  );
  return { diagnostics: reportDiagnostics(diagnostics, texts), texts };
}

function edit(files: Files, texts: ReadonlyMap<string, string>, edits: readonly SuggestedEdit[]): Files {
  const given = typeof files === 'string' ? { 'definitions/server.mcp.yaml': files } : files;
  const changed = [...new Set(edits.map(({ file }) => file))].map((file) => {
    const text = texts.get(file) ?? '';
    return [
      file,
      applySuggestedEdits(
        text,
        edits.filter((each) => each.file === file),
      ),
    ] as const;
  });
  return { ...given, ...Object.fromEntries(changed) };
}

const countSame = ({ diagnostics }: Report, { code, message }: ReportedDiagnostic): number =>
  diagnostics.filter((each) => each.code === code && each.message === message).length;

const rows = [
  ...readTable('definitions/diagnostics.tsv').map(
    ([what = '', definition = '']) => [what, define(definition)] as const,
  ),
  ...listSlips(),
];
const found = await Promise.all(rows.map(async ([what, files]) => ({ what, files, report: await report(files) })));
const fixable = found.flatMap(({ what, files, report: before }) =>
  before.diagnostics.flatMap(({ edits, ...diagnostic }) =>
    edits ? [{ what, files, before, diagnostic, edits, help: diagnostic.help ?? '' }] : [],
  ),
);

test.each(fixable)('$what: $help', async ({ files, before, diagnostic, edits }) => {
  const after = await report(edit(files, before.texts, edits));
  expect(countSame(after, diagnostic)).toBe(countSame(before, diagnostic) - 1);
  // A syntax error hides others; a renamed key can have a value that needs a fix too.
  const known = new Set(before.diagnostics.map(({ message }) => message));
  const added = after.diagnostics.filter(({ message, edits: next }) => !known.has(message) && next === undefined);
  expect(diagnostic.code === 'syntax' ? [] : added).toEqual([]);
});

test('most misspellings, wrong types and slips of YAML have edits', () => {
  const codes = fixable.map(({ diagnostic }) => diagnostic.code);
  const count = (code: string): number => codes.filter((each) => each === code).length;
  expect(count('unknown-key')).toBeGreaterThanOrEqual(4);
  expect(count('wrong-type')).toBeGreaterThanOrEqual(6);
  expect(count('syntax')).toBeGreaterThanOrEqual(30);
  expect(codes).toEqual(
    expect.arrayContaining(['deprecated-key', 'invalid-handler', 'unknown-placeholder', 'broken-placeholder']),
  );
});

/** Applies the edits of all diagnostics to the only definition. */
async function fixAll(files: Files): Promise<string> {
  const { diagnostics, texts } = await report(files);
  const [[, text] = ['', '']] = texts;
  return applySuggestedEdits(
    text,
    diagnostics.flatMap(({ edits = [] }) => edits),
  );
}

const server = 'server: { name: s, version: 1.0.0 }';

test.each<[string, string, string]>([
  ['a quoted key', `${server}\n"tool": {}\n`, `${server}\n"tools": {}\n`],
  ['a key in single quotes', `${server}\n'tool': {}\n`, `${server}\n'tools': {}\n`],
  ['a key with an escape', `${server}\n"to\\u006fl": {}\n`, `${server}\n"to\\u006fl": {}\n`],
  ['line breaks of Windows', `${server}\r\n\r\ntool: {}\r\n`, `${server}\r\n\r\ntools: {}\r\n`],
  [
    'a key and a value with former names',
    `${server}\ntools:\n  t: { description: d, task: { begins: handler } }\n`,
    `${server}\ntools:\n  t: { description: d, task: { start: manual } }\n`,
  ],
  [
    'a placeholder in a text of several lines',
    `${server}\nprompts:\n  p:\n    description: d\n    arguments: { name: { description: N. } }\n    messages:\n      - role: user\n        content: |\n          Hello,\n          {{nmae}}.\n`,
    `${server}\nprompts:\n  p:\n    description: d\n    arguments: { name: { description: N. } }\n    messages:\n      - role: user\n        content: |\n          Hello,\n          {{name}}.\n`,
  ],
  [
    'an input schema in a block',
    `${server}\ntools:\n  t:\n    description: d\n    inputSchema:\n      properties: {}\n`,
    `${server}\ntools:\n  t:\n    description: d\n    inputSchema:\n      type: object\n      properties: {}\n`,
  ],
  [
    'an empty input schema',
    `${server}\ntools: { t: { description: d, inputSchema: {} } }\n`,
    `${server}\ntools: { t: { description: d, inputSchema: { type: object } } }\n`,
  ],
  [
    'a reference in quotes',
    `${server}\ntools: { t: { description: d, outputSchema: { $ref: '#/$defs/Notes' } } }\n$defs: { Note: { type: object } }\n`,
    `${server}\ntools: { t: { description: d, outputSchema: { $ref: '#/$defs/Note' } } }\n$defs: { Note: { type: object } }\n`,
  ],
  ['a word of one letter', `${server}\ntools: { t: { description: d, questions: [{ ask: Q?, tools: [u] }] } }\n`, ''],
])('%s is fixed', async (_what, before, after) => {
  expect(await fixAll(before)).toBe(after === '' ? before : after);
});

test('JSON is fixed with double quotes', async () => {
  const definition = `{ "server": { "name": "s", "version": 1 }, "tools": { "t": { "description": "d", "inputSchema": {} } } }`;
  const fixed = await fixAll({ 'definitions/a.mcp.json': definition });
  const valid = definition.replace('1 }', '"1" }').replace('"inputSchema": {}', '"inputSchema": { "type": "object" }');
  expect(fixed).toBe(valid);
});
