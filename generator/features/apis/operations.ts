import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { mapNode } from '../../core/source/make-node.js';
import { scalarTextsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { apisDiagnostics } from './diagnostics.js';

/** Operation of an OpenAPI document. */
export interface ApiOperation {
  /** HTTP method in lower case. */
  readonly method: string;
  /** HTTP method as sent: in upper case, or as written under `additionalOperations`. */
  readonly sentMethod: string;
  /** Path template. */
  readonly path: string;
  /** Operation object with the references at its root resolved. */
  readonly operation: SourceNode;
  readonly pathItem: SourceNode;
  /** Location of the method, for diagnostics about the whole operation. */
  readonly location: SourceLocation;
}

const methods: ReadonlySet<string> = new Set('get put post delete options head patch trace query'.split(' '));

/** Methods that `fetch` rejects. */
const refusedMethods: ReadonlySet<string> = new Set(['trace', 'connect']);

/**
 * Lists the operations of a document in document order. Omits webhooks and callbacks, which are requests from the API to its clients.
 */
export function listOperations(document: ApiDocument): readonly ApiOperation[] {
  const paths = document.entries(document.root, 'paths');
  if (paths.length === 0) warnOfNothing(document);
  return paths.flatMap(({ key, keyLocation, value }): readonly ApiOperation[] => {
    if (key.startsWith('x-')) return [];
    const isPath = key.startsWith('/');
    if (!isPath) {
      const message = `\`${key}\` does not begin with a slash; it is read as a path anyway.`;
      document.warn('invalid-api', keyLocation, message);
    }
    const pathItem = followPathItem(document, value);
    return pathItem ? listMethods(document, isPath ? key : `/${key}`, pathItem) : [];
  });
}

/** Warns of a document without operations, unless other documents may refer to its components. */
function warnOfNothing(document: ApiDocument): void {
  const others = ['components', 'webhooks'].flatMap((key) => document.entries(document.root, key));
  if (others.some(({ value }) => entriesOf(value).length > 0)) return;
  const help = 'Write the operations of the API under `paths`, or remove the document.';
  document.warn(
    apisDiagnostics['no-operations'],
    document.root.location,
    'The document has no operations, so it provides no tools.',
    { help },
  );
}

function listMethods(document: ApiDocument, path: string, pathItem: SourceNode): readonly ApiOperation[] {
  const additional = document.entries(pathItem, 'additionalOperations');
  const entries = [
    ...entriesOf(pathItem).flatMap((entry) =>
      methods.has(entry.key) ? [{ ...entry, sentMethod: entry.key.toUpperCase() }] : [],
    ),
    ...additional.map((entry) => ({ ...entry, sentMethod: entry.key })),
  ];
  return entries.flatMap(({ key, keyLocation, value, sentMethod }) => {
    const operation = document.follow(value);
    if (!operation) return [];
    const method = key.toLowerCase();
    const isMap = operation.kind === 'map';
    if (isMap && !refusedMethods.has(method)) {
      return [{ method, sentMethod, path, operation, pathItem, location: keyLocation }];
    }
    const message = isMap
      ? `Tools cannot send the HTTP method \`${key}\`; the operation is skipped.`
      : `\`${key} ${path}\` must be a mapping that describes an operation; it is ignored.`;
    document.warn('skipped-operation', keyLocation, message);
    return [];
  });
}

/** Resolves the reference of a path item and adds the keys next to the reference. */
function followPathItem(document: ApiDocument, item: SourceNode): SourceNode | undefined {
  const target = document.follow(item);
  const siblings = entriesOf(item).filter(({ key }) => key !== '$ref');
  if (!target || target === item || siblings.length === 0) return target;
  const overridden = new Set(siblings.map(({ key }) => key));
  const inherited = entriesOf(target).filter(({ key }) => !overridden.has(key));
  return mapNode([...siblings, ...inherited], item.location);
}

/** Returns the operationId; `undefined` if it is missing or blank. */
export function operationIdOf({ operation }: ApiOperation): string | undefined {
  const id = childOf(operation, 'operationId');
  return id?.kind === 'scalar' && id.value !== null && String(id.value).trim() !== '' ? String(id.value) : undefined;
}

/** Lists the tags of an operation without duplicates. */
export function listTags({ operation }: ApiOperation): readonly string[] {
  return [...new Set(scalarTextsAt(operation, 'tags'))];
}
