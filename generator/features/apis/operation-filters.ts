import { suggest } from '../../core/diagnostics/suggest.js';
import { booleanAt, scalarTextsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, itemsOf, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { listTags, operationIdOf, type ApiOperation } from './operations.js';

/** Returns whether a filter matches an operation. */
type Filter = (operation: ApiOperation) => boolean;

/** Toolset that a definition describes with filters. */
export interface FilteredToolset {
  readonly name: string;
  /** Returns whether the toolset contains an operation. */
  readonly matches: Filter;
}

/**
 * Applies `include` and `exclude` of the entry under `openapi`. Selects operations that match an `include` filter (or
 * all operations if there is no `include`) and no `exclude` filter. Warns of filters that match nothing.
 */
export function filterOperations(document: ApiDocument, operations: readonly ApiOperation[]): readonly ApiOperation[] {
  const settings = document.entry?.node;
  const include = readFilters(document, childOf(settings, 'include'), operations);
  const exclude = readFilters(document, childOf(settings, 'exclude'), operations);
  return operations.filter((operation) => {
    const isIncluded = include.length === 0 || include.some((matches) => matches(operation));
    return isIncluded && !exclude.some((matches) => matches(operation));
  });
}

/**
 * Reads `toolsets` of the entry under `openapi`. A toolset contains the operations that match one of its filters. Warns
 * of filters that match nothing.
 */
export function readToolsets(document: ApiDocument, operations: readonly ApiOperation[]): readonly FilteredToolset[] {
  return entriesOf(childOf(document.entry?.node, 'toolsets')).map(({ key: name, value }) => {
    const filters = readFilters(document, value, operations);
    return { name, matches: (operation) => filters.some((matches) => matches(operation)) };
  });
}

/** @param given Filter or list of filters. */
function readFilters(
  document: ApiDocument,
  given: SourceNode | undefined,
  operations: readonly ApiOperation[],
): readonly Filter[] {
  const items = given?.kind === 'scalar' ? [given] : itemsOf(given);
  return items.flatMap((item) => {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') return [];
    const parts = splitFilter(item.value).map((part) => ({ part, matches: parsePart(document, part) }));
    const matches: Filter = (operation) => parts.every((each) => each.matches(operation));
    if (operations.some(matches)) parts.forEach(({ part }) => warnOfExclusion(document, part, operations, item));
    else {
      const unmatched = parts.find((each) => !operations.some(each.matches));
      const help = unmatched && suggestFilter(document, unmatched.part, operations);
      const among = unmatched && parts.length > 1 ? `: none matches \`${unmatched.part}\`` : '';
      document.warn('unmatched-filter', item.location, `No operation matches \`${item.value}\`${among}.`, { help });
    }
    return [matches];
  });
}

/**
 * Warns of a misspelled filter after `!`, which would match everything. `!deprecated` is allowed if nothing is
 * deprecated.
 */
function warnOfExclusion(
  document: ApiDocument,
  part: string,
  operations: readonly ApiOperation[],
  { location }: SourceNode,
): void {
  const excluded = part.replace(/^!\s*/u, '');
  if (excluded === part || excluded === 'deprecated') return;
  const matches = parsePart(document, excluded);
  if (operations.some((operation) => matches(operation))) return;
  const help = suggestFilter(document, excluded, operations);
  document.warn(
    'unmatched-filter',
    location,
    `No operation matches \`${excluded}\`, so \`${part}\` excludes nothing.`,
    { help },
  );
}

/** Splits filters at ` & `, but only before another filter, because tags can have names such as `Users & Groups`. */
function splitFilter(text: string): readonly string[] {
  return text.split(/ & (?=!?(?:tag|path|method|operation|scope):|!?deprecated(?: & |$))/u).map((part) => part.trim());
}

/**
 * Parses `tag:…`, `path:…`, `method:…`, `operation:…` (the default), `scope:…` or `deprecated`; a `!` prefix negates
 * it.
 */
function parsePart(document: ApiDocument, text: string): Filter {
  if (text.startsWith('!')) {
    const matches = parsePart(document, text.slice(1).trim());
    return (operation) => !matches(operation);
  }
  if (text === 'deprecated') return ({ operation }) => booleanAt(operation, 'deprecated') === true;
  const { kind, pattern } = readPart(text);
  if (kind === 'method') return ({ method }) => method === pattern.toLowerCase();
  const matches = compileGlob(pattern, kind === 'path');
  return (operation) => listValues(document, kind, operation).some(matches);
}

function readPart(text: string): { readonly kind: string; readonly pattern: string } {
  const [, kind = 'operation', rest = text] = /^(tag|path|method|operation|scope):(.*)$/su.exec(text) ?? [];
  return { kind, pattern: rest.trim() };
}

/** Lists the values of an operation that a kind of filter matches against. */
function listValues(document: ApiDocument, kind: string, operation: ApiOperation): readonly string[] {
  if (kind === 'path') return [operation.path];
  if (kind === 'method') return [operation.method];
  if (kind === 'tag') return listTags(operation);
  if (kind === 'scope') return listScopes(document, operation);
  return [operationIdOf(operation) ?? ''];
}

/** Lists the OAuth scopes in all security requirements of an operation. */
function listScopes({ root }: ApiDocument, { operation }: ApiOperation): readonly string[] {
  const security = childOf(operation, 'security') ?? childOf(root, 'security');
  return itemsOf(security).flatMap((item) => entriesOf(item).flatMap(({ key }) => scalarTextsAt(item, key)));
}

const kinds = ['tag', 'path', 'method', 'operation', 'scope'];

function suggestFilter(document: ApiDocument, part: string, operations: readonly ApiOperation[]): string | undefined {
  const [, misspelled] = /(?:^!?\s*| & !?)(?!(?:tag|path|method|operation|scope):)([a-z]+):/u.exec(part) ?? [];
  const kindNear = misspelled === undefined ? undefined : suggest(misspelled, kinds);
  if (kindNear !== undefined) return `did you mean \`${kindNear}:\`?`;
  const { kind, pattern } = readPart(part.replace(/^!\s*/u, ''));
  const near = suggest(pattern, new Set(operations.flatMap((operation) => listValues(document, kind, operation))));
  return near === undefined ? undefined : `did you mean \`${kind}:${near}\`?`;
}

/** Returns whether a string matches the glob. */
type Glob = (text: string) => boolean;

/**
 * Compiles a glob: `**` matches any characters; `*` matches within a path segment, or any characters if there are no
 * segments. Avoids regular expressions, which could take too long for long ids in hostile documents.
 */
function compileGlob(pattern: string, hasSegments: boolean): Glob {
  const parts = pattern.match(/\*+|[^*]/gu) ?? [];
  const isStar = (at: number): boolean => parts[at]?.startsWith('*') === true;
  const passes = (at: number, character: string): boolean => !hasSegments || character !== '/' || parts[at] !== '*';
  return (text) => {
    let places = withNext(new Set([0]), isStar);
    for (const character of text) {
      const next = new Set<number>();
      for (const at of places) {
        if (isStar(at) && passes(at, character)) next.add(at);
        if (parts[at] === character && !isStar(at)) next.add(at + 1);
      }
      if (next.size === 0) return false;
      places = withNext(next, isStar);
    }
    return places.has(parts.length);
  };
}

/** Adds the positions after stars, because a star can match an empty string. */
function withNext(places: Set<number>, isStar: (at: number) => boolean): ReadonlySet<number> {
  // The set grows during the iteration.
  for (const at of places) if (isStar(at)) places.add(at + 1);
  return places;
}
