import { suggest } from '../diagnostics/suggest.js';
import type { ToolModel } from '../model/model.js';
import { childOf, itemsOf } from '../source/source-node.js';
import type { ApiDocument } from './api-document.js';

/** Warns of filters under `code.allow` that match no operation, with a similar one where there is one. */
export function checkAllow(document: ApiDocument, operations: readonly ToolModel[]): void {
  const allow = childOf(childOf(document.entry?.node, 'code'), 'allow');
  for (const item of itemsOf(allow)) {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') continue;
    const { value } = item;
    if (value === 'all' || value === 'read-only') continue;
    const [, kind = 'operation', wanted = ''] = filter.exec(value) ?? [];
    const values = operations.flatMap((operation) => listValues(kind, operation));
    if (values.some((each) => fits(kind, wanted, each))) continue;
    const near = suggest(wanted, new Set(values));
    const help = near === undefined ? undefined : `did you mean \`${kind}:${near}\`?`;
    document.warn('unmatched-filter', item.location, `No operation matches \`${value}\`.`, { help });
  }
}

/** Kind and pattern of a filter, as the runtime reads it. */
const filter = /^(?:(tag|toolset|method|path|operation):)?(.*)$/su;

function listValues(kind: string, { name, operationId, toolsets = [], unlisted }: ToolModel): readonly string[] {
  const { tags = [], request = '' } = unlisted ?? {};
  const [method = '', path = ''] = request.split(' ', 2);
  if (kind === 'tag') return tags;
  if (kind === 'toolset') return toolsets.length === 0 ? tags : toolsets;
  if (kind === 'method') return [method.toLowerCase()];
  if (kind === 'path') return [path];
  return operationId === undefined ? [name] : [name, operationId];
}

/** A star is anything, in a path anything but `/` unless it is doubled. */
function fits(kind: string, wanted: string, value: string): boolean {
  if (kind === 'method') return value === wanted.toLowerCase();
  const parts = wanted.split(/(\*+)/u).map((part) => {
    if (part.startsWith('*')) return kind === 'path' && part === '*' ? '[^/]*' : '.*';
    return part.replace(/[\\^$.+?()[\]{}|/]/gu, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`, 'su').test(value);
}
