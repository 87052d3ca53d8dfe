import path from 'node:path';
import { YAMLParseError } from 'yaml';
import { parseText } from './examples/read-document.mjs';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/**
 * How many operations a document has, counted without the generator; `undefined` where a YAML parser gives up.
 *
 * @param {ReadonlyMap<string, Buffer>} parts its files
 * @param {string} document
 * @returns {number | undefined}
 */
export function countOperations(parts, document) {
  try {
    return countPaths(parts, document);
  } catch (error) {
    if (error instanceof YAMLParseError) return undefined;
    throw error;
  }
}

function countPaths(parts, document) {
  const trees = new Map();
  const read = (file) => {
    if (!trees.has(file)) trees.set(file, parseText(file, parts.get(file)?.toString('utf8') ?? 'null'));
    return trees.get(file);
  };
  const follow = (node, file, hops = 0) => {
    if (typeof node?.$ref !== 'string' || hops > 16) return { node, file };
    const [name, pointer = ''] = node.$ref.split('#');
    const target = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
    const steps = pointer
      .split('/')
      .slice(1)
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    const found = steps.reduce((value, step) => value?.[step], read(target));
    return follow(found, target, hops + 1);
  };
  const paths = follow(read(document)?.paths, document);
  let count = 0;
  for (const [key, value] of Object.entries(paths.node ?? {})) {
    if (key.startsWith('x-')) continue;
    const { node: item, file } = follow(value, paths.file);
    const beside = value !== item && typeof value === 'object' ? Object.keys(value ?? {}) : [];
    const names = new Set([...Object.keys(item ?? {}), ...beside].filter((name) => methods.has(name)));
    count += names.size + Object.keys(follow(item?.additionalOperations, file).node ?? {}).length;
  }
  return count;
}
