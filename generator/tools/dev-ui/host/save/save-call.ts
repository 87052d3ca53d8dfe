import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatText } from '../../../../core/code/format-text.js';
import { mergeDefinitions } from '../../../../pipeline/definition/merge-definitions.js';
import { isJsonObject as isPlainObject, type JsonObject as PlainObject } from '../../../../../runtime/wire/json.js';
import type { GenerateOptions } from '../../../../generate.js';
import { loadDefinitions, openAccess } from '../../../../pipeline/read/load-definitions.js';
import { findStyle } from '../../../../feature-kit/load/find-style.js';
import { formatEdit } from '../../../../feature-kit/load/format-edit.js';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/model/json.js';
import { parseJson } from '../../../../core/source/parse-json.js';
import { toJson } from '../../../../core/source/source-node.js';
import { createFolder, replaceText } from '../../../../pipeline/write/file-system.js';
import { LockedError } from '../../../../pipeline/write/lock.js';
import { describeSystemError, isSystemError } from '../../../../pipeline/write/system-error.js';
import { whileEditing } from '../../../../pipeline/write/while-editing.js';
import { BodyError } from '../read-body.js';
import type { SaveResult } from '../start-dev-ui.js';
import { addExample } from './add-example.js';
import { printTest, type RecordedCall } from './print-test.js';

/** Project folders in which calls are saved. */
export type SaveFolders = Pick<GenerateOptions, 'root' | 'definitions' | 'out' | 'allowOutside' | 'allowRemote'>;

/** Maximum number of characters in a call and its result. */
const maxCharacters = 200_000;

/** Maximum number of files with the same base name. */
const maxFiles = 1000;

/**
 * Saves a call as an example in the tool's definition (`as: 'example'`), or as a test in `test/`.
 *
 * @throws {BodyError} for an invalid request
 */
export async function saveCall(folders: SaveFolders, body: PlainObject): Promise<SaveResult> {
  const { as } = body;
  try {
    if (as !== 'example') return await saveTest(folders, body);
    return await whileEditing(path.join(folders.root, folders.definitions), () => saveExample(folders, body));
  } catch (error) {
    if (error instanceof LockedError) {
      return refuse(`${folders.definitions} is being edited by ${error.message}. Save again.`);
    }
    if (!isSystemError(error)) throw error;
    return { saved: false, text: describeSystemError(error, folders.root) };
  }
}

async function saveExample(folders: SaveFolders, body: PlainObject): Promise<SaveResult> {
  const { root, definitions, allowOutside, allowRemote } = folders;
  const tool = textOf(body, 'tool');
  const title = textOf(body, 'title').trim();
  const values = [readJson(body, 'input'), readJson(body, 'output')];
  if (values.includes(undefined)) return refuse(tooExact);
  const [input, output] = values as readonly Json[];
  const example = new Map<string, Json>([
    ...(title === '' ? [] : [['title', title] as const]),
    ['input', input ?? null],
  ]);
  example.set('output', output ?? null);
  const { workspace } = await loadDefinitions(root, definitions, {
    access: await openAccess(allowOutside, allowRemote),
  });
  const entry = mergeDefinitions(workspace).definitions.tools.find(({ key }) => key === tool);
  if (entry === undefined) {
    return refuse(
      `\`${tool}\` is not defined under \`tools\`: it comes from an API document. Save it as a test instead.`,
    );
  }
  const loaded = workspace.files.get(entry.file);
  const edit = loaded?.status === 'read' ? addExample(entry.file, loaded.text, entry.path, example) : undefined;
  if (edit === undefined || loaded?.status !== 'read') {
    return refuse(`Cannot edit ${entry.file} automatically. Add the example by hand.`);
  }
  const mark = loaded.bytes.subarray(0, 3).equals(Buffer.from('\ufeff')) ? '\ufeff' : '';
  const text = await formatEdit(root, entry.file, mark + loaded.text, mark + edit.text);
  await replaceText(path.join(root, entry.file), text, false);
  const runner = await addExampleRunner(folders);
  const also = runner === undefined ? '' : ` ${runner} runs the examples as tests.`;
  return { saved: true, text: `Saved as example: ${entry.file}:${edit.line}.${also}` };
}

/** Adds the test that runs all examples, unless it exists; returns its path. */
async function addExampleRunner({ root, out }: SaveFolders): Promise<string | undefined> {
  const folder = path.join(root, 'test');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names.filter((file) => /\.test\.m?[jt]s$/u.test(file) && !file.includes('node_modules'))) {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
    if (text.includes('listExamples(')) return undefined;
  }
  const text = [
    '// Tests the `examples` of the definitions that have an `output` or an `outputSchema`.',
    "import { test } from 'node:test';",
    "import { listExamples } from 'create-mcp-from-schema/testing';",
    `import { project } from '../${out}/test-project.ts';`,
    '',
    'for (const { name, run } of listExamples(project)) test(name, run);',
    '',
  ].join('\n');
  return writeTest(root, 'examples', text);
}

async function saveTest({ root, out }: SaveFolders, body: PlainObject): Promise<SaveResult> {
  const tool = textOf(body, 'tool');
  const title = textOf(body, 'title').trim() || tool;
  const values = [readJson(body, 'input'), readJson(body, 'outcome'), readJson(body, 'answers')];
  if (values.includes(undefined)) return refuse(tooExact);
  const [input, outcome, answers] = values as readonly Json[];
  const given = isJsonObject(outcome) ? outcome : new Map<string, Json>();
  const result = given.get('result');
  const error = given.get('error');
  if (!isJsonObject(input) || !Array.isArray(answers)) throw new BodyError(400, 'input or answers are missing.');
  if (!isJsonObject(result) && !isJsonObject(error)) throw new BodyError(400, 'outcome has no result and no error.');
  const call: RecordedCall = {
    title,
    tool,
    input,
    answers: answers as readonly Json[],
    outcome: isJsonObject(result) ? { result } : { error: error as JsonObject },
  };
  const file = await writeTest(root, fileNameOf(tool), printTest(call, `../${out}`));
  return { saved: true, text: `Saved as test: ${file}.` };
}

/** Writes a test, formatted in the project's style, to a new file; returns its path relative to the root. */
async function writeTest(root: string, name: string, code: string): Promise<string> {
  const text = await formatText('test/saved.test.ts', code, await findStyle(root)?.('test/saved.test.ts'));
  await createFolder(path.join(root, 'test'));
  for (let count = 1; ; count += 1) {
    const file = `test/${name}${count === 1 ? '' : `-${count}`}.test.ts`;
    try {
      await replaceText(path.join(root, file), text, true);
      return file;
    } catch (error) {
      const isTaken = isSystemError(error) && error.code === 'EEXIST';
      if (!isTaken || count === maxFiles) throw error;
    }
  }
}

function fileNameOf(tool: string): string {
  const name = tool
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .slice(0, 60);
  return `${name || 'tool'}-call`;
}

const tooExact = 'The call has a number that a definition would round. Write the test by hand.';

function refuse(text: string): SaveResult {
  return { saved: false, text };
}

/**
 * Parses a member that contains JSON text. Returns `undefined` for a number that would be rounded.
 *
 * @throws {BodyError} if it is not JSON, or too long
 */
function readJson(body: PlainObject, key: string): Json | undefined {
  const text = textOf(body, key);
  if (text.length > maxCharacters) {
    throw new BodyError(413, `The call is too long to be saved: more than ${maxCharacters} characters.`);
  }
  const { root, diagnostics } = parseJson(key, text);
  if (root === undefined) throw new BodyError(400, `${key} is not JSON.`);
  return diagnostics.length > 0 ? undefined : toJson(root);
}

function textOf(body: PlainObject, key: string): string {
  const text = isPlainObject(body) ? body[key] : undefined;
  if (typeof text !== 'string') throw new BodyError(400, `${key} must be a string.`);
  return text;
}
