import type { SourceLocation } from '../diagnostics/diagnostic.js';
import { childOf, itemsOf, stringAt, type SourceNode } from '../source/source-node.js';
import { isTrueNode } from '../source/make-node.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './api-operation.js';
import { listTags } from './list-tags.js';

/** A filter of a definition: `tag:…`, `path:…`, `method:…`, `operation:…` or `deprecated`. */
export interface OperationFilter {
  readonly text: string;
  readonly location: SourceLocation;
  readonly matches: (operation: ApiOperation) => boolean;
}

/** The filters in a list; what is no string is complained about by the format. */
export function readFilters(list: SourceNode | undefined): readonly OperationFilter[] {
  return itemsOf(list).flatMap((item) => {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') return [];
    return [{ text: item.value, location: item.location, matches: parseFilter(item.value) }];
  });
}

/** The operations that some filter includes, or all without filters, but for those that another one excludes. */
export function filterOperations(
  document: ApiDocument,
  operations: readonly ApiOperation[],
  settings: SourceNode | undefined,
): readonly ApiOperation[] {
  const include = readFilters(childOf(settings, 'include'));
  const exclude = readFilters(childOf(settings, 'exclude'));
  for (const { text, location, matches } of [...include, ...exclude]) {
    if (operations.some(matches)) continue;
    document.warn('unmatched-filter', location, `No operation fits \`${text}\`.`);
  }
  return operations.filter((operation) => {
    const isIncluded = include.length === 0 || include.some(({ matches }) => matches(operation));
    return isIncluded && !exclude.some(({ matches }) => matches(operation));
  });
}

function parseFilter(text: string): OperationFilter['matches'] {
  const [, kind = 'operation', rest = text] = /^(tag|path|method|operation):(.*)$/su.exec(text) ?? [];
  const pattern = rest.trim();
  if (text.trim() === 'deprecated') return ({ operation }) => isTrueNode(childOf(operation.node, 'deprecated'));
  switch (kind) {
    case 'tag': {
      const glob = compileGlob(pattern, '.');
      return (operation) => listTags(operation).some((tag) => glob.test(tag));
    }
    case 'path': {
      const glob = compileGlob(pattern, '[^/]');
      return ({ path }) => glob.test(path);
    }
    case 'method':
      return ({ method }) => method === pattern.toLowerCase();
    default: {
      const glob = compileGlob(pattern, '.');
      return ({ operation }) => glob.test(stringAt(operation.node, 'operationId') ?? '');
    }
  }
}

/** `*` stands for any number of a kind of characters, `**` for any characters at all. */
function compileGlob(pattern: string, character: string): RegExp {
  const parts = pattern.split(/(\*+)/u).map((part) => {
    if (part === '*') return `${character}*`;
    return part.startsWith('*') ? '.*' : part.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`, 'su');
}
