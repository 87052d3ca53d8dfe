import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { findToolsList } from '../../listing/define-listing.js';
import { findFormat } from '../../load/file-formats.js';
import { childOf, type SourceNode } from '../../source/source-node.js';
import { describeSystemError, isSystemError, nameError } from '../../write/system-error.js';
import { descriptorSource, isDescriptorTree } from './descriptor-source.js';
import { downloadDocument } from './download-document.js';
import { listingSource } from './listing-source.js';
import { parseDocument } from './parse-document.js';
import { SourceError, type ProjectSource } from './project-source.js';
import { readApi } from './read-api.js';
import { readDefinitionFiles } from './read-definition-files.js';

/** Files larger than this, in bytes, are not read. */
const maximalSize = 16 * 1024 * 1024;

/**
 * Reads what a project is to start from: an OpenAPI document (by path, or by address when the user gives one), a
 * definition, a folder of definitions, a saved answer to `tools/list`, or a script or descriptor of BotServer. What it is, its
 * content says; what a script is, its name.
 *
 * @param from path or address
 * @param cwd absolute path that a relative one starts from
 * @throws {SourceError} when it cannot be read, or is nothing of that kind
 */
export async function readSource(from: string, cwd: string, signal: AbortSignal): Promise<ProjectSource> {
  if (/^https?:\/\//iu.test(from)) return readApi(await downloadDocument(from, signal), from);
  const path = resolve(cwd, from);
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return await readFolder(path);
    if (stats.size > maximalSize) throw new SourceError(`${from} is larger than 16 MiB.`);
    return await readFileSource(path, await readFile(path), from);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) throw new SourceError(`There is no file ${from}.`);
    if (isSystemError(error))
      throw new SourceError(describeSystemError(nameError(error, path, 'read') as typeof error, path));
    throw error;
  }
}

async function readFolder(folder: string): Promise<ProjectSource> {
  const names = await readdir(folder, { recursive: true });
  if (!names.some((name) => findFormat(name))) {
    throw new SourceError(`There is no definition in ${folder}. Give an OpenAPI document as a file.`);
  }
  return readDefinitionFiles(folder);
}

async function readFileSource(path: string, bytes: Uint8Array, from: string): Promise<ProjectSource> {
  if (findFormat(path)?.isOneTool) return readDefinitionFiles(dirname(path), basename(path));
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\ufeff/u, '');
  const root = parseDocument(text, from);
  if (isApi(root)) return readApi({ folder: dirname(path), file: basename(path), bytes, root }, from);
  const tools = findToolsList(root);
  if (tools) return listingSource({ tools }, basename(path).replace(/(\.tools)?\.[^.]*$/u, ''));
  if (isDescriptorTree(root)) return descriptorSource(basename(path), bytes, root);
  if (isDefinitionTree(root)) return readDefinitionFiles(dirname(path), basename(path));
  throw new SourceError(
    `${from} is no OpenAPI document (no \`openapi\` or \`swagger\` at its root), no definition, no tools/list answer and no tool of BotServer.`,
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
