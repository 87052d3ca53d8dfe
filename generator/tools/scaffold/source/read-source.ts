import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Diagnostic, SourceLocation } from '../../../core/diagnostics/diagnostic.js';
import { findToolsList } from '../../../front-ends/listing/define-listing.js';
import { findFormat } from '../../../feature-kit/load/file-formats.js';
import { parseJson } from '../../../core/source/parse-json.js';
import { parseYaml } from '../../../core/source/parse-yaml.js';
import { childOf, stringAt, type SourceNode } from '../../../core/source/source-node.js';
import { describeSystemError, isSystemError, nameError } from '../../../pipeline/write/system-error.js';
import { deriveName } from '../project-name.js';
import { isDatabaseUrl, isSqliteFile, readDatabase, type DatabaseOptions } from './database-source.js';
import { downloadDocument } from './download-document.js';
import { listingSource } from './listing-source.js';
import { serverFile } from './print-definition.js';
import { SourceError, type ProjectSource } from './project-source.js';
import { readApi } from './read-api.js';
import { readDefinitionFiles } from './read-definition-files.js';

/** Maximum size of a file in bytes. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Reads the source of a project: an OpenAPI document (by path, or by URL if the user gives one), a definition, a folder
 * of definitions, a saved `tools/list` result, a BotServer script or descriptor, or a database (by URL, or by the path of
 * a SQLite file). Recognizes scripts by file name and other files by content.
 *
 * @param from Path or URL
 * @param cwd Absolute path that resolves a relative one
 * @param database How a database becomes a project; absent if nothing was chosen for one
 * @returns Resolves with `undefined` if the user quits
 * @throws {SourceError} if the source cannot be read or is not recognized
 */
export async function readSource(
  from: string,
  cwd: string,
  signal: AbortSignal,
  database: DatabaseOptions = { tables: [], writes: false },
): Promise<ProjectSource | undefined> {
  if (isDatabaseUrl(from)) return readDatabase(from, cwd, database, signal);
  if (/^https?:\/\//iu.test(from)) {
    refuseTables(database);
    const { file, bytes } = await downloadDocument(from, signal);
    return readApi({ file, bytes, root: parseDocument(bytes, from) }, from);
  }
  const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//iu.exec(from) ?? [];
  // The rest of the URL can contain a password.
  if (scheme !== undefined) {
    throw new SourceError(`${scheme}: URLs are not supported. Supported: https, postgres, mysql and mariadb.`);
  }
  const path = resolve(cwd, from);
  try {
    const stats = await stat(path);
    const isDatabase = stats.isFile() && (await isSqliteFile(path));
    if (isDatabase) return await readDatabase(path, cwd, database, signal);
    refuseTables(database);
    if (stats.isDirectory()) return await readFolder(path);
    if (stats.size > maxBytes) throw new SourceError(`${from} is larger than 16 MiB.`);
    return await readFileSource(path, await readFile(path), from);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) throw new SourceError(`The file ${from} does not exist.`);
    if (isSystemError(error))
      throw new SourceError(describeSystemError(nameError(error, path, 'read') as typeof error, path));
    throw error;
  }
}

function refuseTables({ tables, writes }: DatabaseOptions): void {
  if (tables.length > 0 || writes) throw new SourceError('--table and --writes can only be used with a database.');
}

async function readFolder(folder: string): Promise<ProjectSource> {
  const names = await readdir(folder, { recursive: true });
  if (!names.some((name) => findFormat(name))) {
    throw new SourceError(`There is no definition in ${folder}. Pass an OpenAPI document as a file.`);
  }
  return readDefinitionFiles(folder);
}

async function readFileSource(path: string, bytes: Uint8Array, from: string): Promise<ProjectSource> {
  if (findFormat(path)?.isOneTool) return readDefinitionFiles(dirname(path), basename(path));
  const root = parseDocument(bytes, from);
  if (isApi(root)) return readApi({ folder: dirname(path), file: basename(path), bytes, root }, from);
  const tools = findToolsList(root);
  if (tools) return listingSource({ tools }, basename(path).replace(/(\.tools)?\.[^.]*$/u, ''));
  if (childOf(root, 'input_schema')?.kind === 'map') return descriptorSource(basename(path), bytes, root);
  if (isDefinitionTree(root)) return readDefinitionFiles(dirname(path), basename(path));
  throw new SourceError(
    `${from} is not an OpenAPI document (\`openapi\` or \`swagger\` at its root), a definition, a tools/list result or a BotServer tool.`,
  );
}

function isApi(root: SourceNode): boolean {
  // A definition has a map of APIs under the same key.
  return ['openapi', 'swagger'].some((key) => childOf(root, key)?.kind === 'scalar');
}

function isDefinitionTree(root: SourceNode): boolean {
  const sections = ['server', 'tools', 'prompts', 'resources', 'resourceTemplates', 'openapi'];
  return sections.some((key) => childOf(root, key)?.kind === 'map');
}

/** Parses YAML or JSON, regardless of the file name. */
function parseDocument(bytes: Uint8Array, name: string): SourceNode {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\ufeff/u, '');
  const json = parseJson(name, text);
  if (json.root) return json.root;
  const [problem] = json.diagnostics;
  // YAML would parse a comment as a key, and its error message would not help with invalid JSON.
  const isJson = /^\s*(?:[{[]|\/[/*])/u.test(text);
  if (isJson && problem?.location && isComment(text, problem.location)) throw describeProblem(name, problem);
  const { root, diagnostics } = parseYaml('document.yaml', text);
  if (root) return root;
  if (isJson && problem) throw describeProblem(name, problem);
  const [first] = diagnostics;
  const place = first?.location ? `:${first.location.line}:${first.location.column}` : '';
  throw new SourceError(`${name}${place} is neither YAML nor JSON: ${first?.message ?? 'it is empty.'}`);
}

function isComment(text: string, { line, column }: SourceLocation): boolean {
  return /^\/[/*]/u.test(text.split('\n')[line - 1]?.slice(column - 1) ?? '');
}

function describeProblem(name: string, { location, message }: Diagnostic): SourceError {
  return new SourceError(`${name}${location ? `:${location.line}:${location.column}` : ''}: ${message}`);
}

/**
 * Creates a project with a copy of a tool in BotServer's MCP format. BotServer names the file `<tool>.mcp.json`; the
 * copy gets the suffix of such definitions.
 */
function descriptorSource(file: string, bytes: Uint8Array, root: SourceNode): ProjectSource {
  const stem = file.replace(/(\.mcp)?\.[^.]*$/u, '');
  const copy = { path: `${stem}.botserver.json`, content: bytes };
  return {
    name: deriveName(stringAt(root, 'name') ?? stem),
    notes: [],
    listFiles: (identity) => [serverFile(identity, [copy]), copy],
  };
}
