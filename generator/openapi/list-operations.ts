import { entriesOf, type SourceNode } from '../source/source-node.js';
import { mapNode } from '../source/make-node.js';
import type { ApiDocument, Located } from './api-document.js';
import type { ApiOperation } from './api-operation.js';

const methods: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]);

/** Methods that no tool can be made of: `fetch` refuses them. */
const refusedMethods: ReadonlySet<string> = new Set(['trace', 'connect']);

/** The operations of a document in its order. Webhooks and callbacks are requests that the API sends, not operations. */
export function listOperations(document: ApiDocument): readonly ApiOperation[] {
  const paths = document.container(document.root, 'paths');
  if (!paths) return [];
  return entriesOf(paths.node).flatMap((entry): readonly ApiOperation[] => {
    if (entry.key.startsWith('x-')) return [];
    const isPath = entry.key.startsWith('/');
    if (!isPath) {
      const message = `\`${entry.key}\` does not begin with a slash; it is taken for a path all the same.`;
      document.warn('invalid-api', entry.keyLocation, message);
    }
    const pathItem = followPathItem(document, { node: entry.value, file: paths.file });
    if (!pathItem) return [];
    return listMethods(document, isPath ? entry.key : `/${entry.key}`, pathItem);
  });
}

function listMethods(document: ApiDocument, path: string, pathItem: Located): readonly ApiOperation[] {
  const additional = entriesOf(document.container(pathItem, 'additionalOperations')?.node);
  const entries = [...entriesOf(pathItem.node).filter(({ key }) => methods.has(key)), ...additional];
  return entries.flatMap(({ key, keyLocation, value }) => {
    const operation = document.follow({ node: value, file: pathItem.file });
    if (!operation) return [];
    const method = key.toLowerCase();
    if (operation.node.kind !== 'map' || refusedMethods.has(method)) {
      const message =
        operation.node.kind === 'map' ? `\`${key}\` cannot be called.` : `\`${key} ${path}\` is no operation.`;
      document.warn('skipped-operation', keyLocation, message);
      return [];
    }
    return [{ method, path, operation, pathItem, location: keyLocation }];
  });
}

/** A path item may stand elsewhere; what stands beside the reference is added to it. */
function followPathItem(document: ApiDocument, item: Located): Located | undefined {
  const target = document.follow(item);
  if (!target || target.node === item.node) return target;
  const beside = entriesOf(item.node).filter(({ key }) => key !== '$ref');
  if (beside.length === 0 || item.file !== target.file) return target;
  const given = new Set(beside.map(({ key }) => key));
  const inherited = entriesOf(target.node).filter(({ key }) => !given.has(key));
  const node: SourceNode = mapNode([...beside, ...inherited], item.node.location);
  return { node, file: target.file };
}
