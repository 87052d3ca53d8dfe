import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const structured = /\.(ya?ml|json)$/iu;

/**
 * The OpenAPI documents below a folder, as sorted paths relative to it with forward slashes. Files that only are parts of
 * a document say neither `openapi` nor `swagger` at their root.
 *
 * @param {string} folder
 * @returns {Promise<readonly string[]>}
 */
export async function listDocuments(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && structured.test(entry.name))
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)(\.|node_modules\/)/u.test(file));
  const documents = [];
  for (const file of files.toSorted()) {
    if (isDocument(file, await readFile(path.join(folder, file), 'utf8'))) documents.push(file);
  }
  return documents;
}

function isDocument(file, text) {
  if (!file.endsWith('.json')) return /^["']?(openapi|swagger)["']?\s*:\s*["']?\d/mu.test(text);
  try {
    const root = JSON.parse(text);
    return typeof (root?.openapi ?? root?.swagger) === 'string' && !('definitions' in root && '$schema' in root);
  } catch {
    return /^\s*"(openapi|swagger)"\s*:\s*"\d/mu.test(text);
  }
}

/**
 * A document and all files of the folder that it refers to, directly or not, by their paths relative to the folder.
 *
 * @param {string} folder
 * @param {string} document
 * @returns {Promise<ReadonlyMap<string, Buffer>>}
 */
export async function readParts(folder, document) {
  const parts = new Map();
  const waiting = [document];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (parts.has(file) || file.startsWith('../')) continue;
    const bytes = await readFile(path.join(folder, file)).catch(() => undefined);
    if (!bytes) continue;
    parts.set(file, bytes);
    for (const reference of listReferences(bytes.toString('utf8'))) {
      waiting.push(path.posix.join(path.posix.dirname(file), reference));
    }
  }
  return parts;
}

/** Files that a text refers to. That some of it may be no reference does no harm. */
function listReferences(text) {
  const quoted = text.matchAll(/["']?\$ref["']?\s*:\s*["']([^"'#]+)/gu);
  const plain = text.matchAll(/["']?\$ref["']?\s*:\s*([^"'\s#,]+)/gu);
  const references = [...quoted, ...plain].map(([, file]) => file);
  return new Set(references.filter((file) => !/^[a-z]+:/iu.test(file)).map((file) => safeDecode(file)));
}

function safeDecode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
