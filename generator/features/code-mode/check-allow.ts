import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import { toolsetsOf } from '../toolsets/toolsets-part.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { suggest } from '../../core/diagnostics/suggest.js';
import type { ToolModel } from '../../core/model/model.js';
import { childOf, itemsOf, type SourceNode } from '../../core/source/source-node.js';

/**
 * Warns of filters under `code.allow` that match nothing, and suggests a similar filter.
 *
 * @param owner The server, or the entry of an API.
 * @param tools Tools or unlisted operations that the filters can allow.
 */
export function checkAllow(
  owner: SourceNode | undefined,
  tools: readonly ToolModel[],
  word: 'tool' | 'operation',
): readonly Diagnostic[] {
  return itemsOf(childOf(childOf(owner, 'code'), 'allow')).flatMap((item) => {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') return [];
    const { value } = item;
    if (value === 'all' || value === 'read-only') return [];
    const [, kind = 'operation', wanted = ''] = filter.exec(value) ?? [];
    const values = tools.flatMap((tool) => listValues(kind, tool));
    if (values.some((each) => fits(kind, wanted, each))) return [];
    const near = suggest(wanted, new Set(values));
    const needsRequest = values.length === 0 && (kind === 'method' || kind === 'path');
    const help = needsRequest ? requestHelp : near && `did you mean \`${kind}:${near}\`?`;
    const message = `No ${word} matches \`${value}\`.`;
    return [createDiagnostic('unmatched-filter', item.location, message, { help })];
  });
}

const requestHelp = 'Only operations of an API with `mode: discover` or `mode: code` have a method and a path.';

/** Matches the kind and pattern of a filter, as the runtime does. */
const filter = /^(?:(tag|toolset|method|path|operation):)?(.*)$/su;

/** Tags of a listed tool are its toolsets. */
function listValues(kind: string, tool: ToolModel): readonly string[] {
  const { name, operationId, unlisted } = tool;
  const toolsets = toolsetsOf(tool);
  const { tags = toolsets, request } = unlisted ?? {};
  const [method = '', path = ''] = request?.split(' ', 2) ?? [];
  if (kind === 'tag') return tags;
  if (kind === 'toolset') return toolsets.length === 0 ? tags : toolsets;
  if (kind === 'method') return request === undefined ? [] : [method.toLowerCase()];
  if (kind === 'path') return request === undefined ? [] : [path];
  return operationId === undefined ? [name] : [name, operationId];
}

/** A star matches any characters; in a path, it matches `/` only if doubled. */
function fits(kind: string, wanted: string, value: string): boolean {
  if (kind === 'method') return value === wanted.toLowerCase();
  const parts = wanted.split(/(\*+)/u).map((part) => {
    if (part.startsWith('*')) return kind === 'path' && part === '*' ? '[^/]*' : '.*';
    return part.replace(/[\\^$.+?()[\]{}|/]/gu, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`, 'su').test(value);
}
