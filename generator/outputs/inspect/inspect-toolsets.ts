import { toolsetsOf } from '../../features/toolsets/toolsets-part.js';
import type { Model, ToolModel, ToolOrigin } from '../../core/model/model.js';
import type { Profile } from '../../pipeline/profiles/client-profiles.js';
import { splitToolset, type ToolsetPart } from './split-toolset.js';

/** Listed tool with its cost. */
interface MeasuredTool {
  readonly toolsets?: readonly string[];
  readonly tokens: number;
}

/** Toolset with the cost of its tools. */
export interface InspectedToolset<Bytes> {
  /** Name of the toolset; absent for tools without a toolset, which are always served. */
  readonly name?: string;
  readonly tools: number;
  readonly bytes: Bytes;
  readonly tokens: number;
  /** Client profiles whose tool limit is exceeded by this toolset together with the tools that are always served. */
  readonly exceeds: readonly string[];
}

/** Proposal for splitting large toolsets of an API. */
export interface ToolsetSplit {
  /** Key of the API under `openapi`. */
  readonly api: string;
  /** Path of the document relative to the definitions folder, if no definition refers to it. */
  readonly document?: string;
  readonly toolsets: readonly { readonly name: string; readonly parts: readonly ToolsetPart[] }[];
}

/** Maximum number of tools in a toolset that is not split. */
const maxTools = 60;

/** Measures each toolset. Returns `[]` for a server without toolsets. */
export function inspectToolsets<Tool extends MeasuredTool, Bytes>(
  entries: readonly Tool[],
  profiles: readonly Profile[],
  measure: (tools: readonly Tool[]) => Bytes,
): readonly InspectedToolset<Bytes>[] {
  const names = [...new Set(entries.flatMap(({ toolsets = [] }) => toolsets))];
  if (names.length === 0) return [];
  const always = entries.filter(({ toolsets }) => toolsets === undefined);
  const inspect = (tools: readonly Tool[], served: number): Omit<InspectedToolset<Bytes>, 'name'> => ({
    tools: tools.length,
    bytes: measure(tools),
    tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
    exceeds: profiles
      .filter(({ restrictions }) => served > (restrictions['tool-count']?.max ?? Infinity))
      .map(({ name }) => name),
  });
  return [
    ...names.map((name) => {
      const members = entries.filter(({ toolsets }) => toolsets?.includes(name));
      return { name, ...inspect(members, members.length + always.length) };
    }),
    ...(always.length > 0 ? [inspect(always, always.length)] : []),
  ];
}

/**
 * Proposes how to split the large toolsets of each API by operation path.
 * @param origins Origins of API tools by tool name.
 */
export function proposeSplits(
  { tools, apis }: Model,
  origins: ReadonlyMap<string, ToolOrigin>,
): readonly ToolsetSplit[] {
  return apis.flatMap(({ name: id }): readonly ToolsetSplit[] => {
    const apiTools = tools.filter(
      ({ handler, unlisted }) => !unlisted && handler.kind === 'forward' && handler.api === id,
    );
    const operations = apiTools.map((tool) => ({ path: pathOf(tool), toolsets: toolsetsOf(tool) }));
    const names = [...new Set(operations.flatMap(({ toolsets }) => toolsets))];
    const long = names.filter((name) => operations.filter(({ toolsets }) => toolsets.includes(name)).length > maxTools);
    const toolsets = long
      .map((name) => ({ name, parts: splitToolset(name, operations) }))
      .filter(({ parts }) => parts.length > 0);
    const origin = origins.get(apiTools[0]?.name ?? '');
    if (toolsets.length === 0 || !origin) return [];
    const document = origin.isUnnamed ? { document: `./${origin.document.replace(/^.*\//su, '')}` } : {};
    return [{ api: origin.api, ...document, toolsets }];
  });
}

/** Returns the path template of a tool's operation. */
function pathOf({ handler }: ToolModel): string {
  const pieces = handler.kind === 'forward' ? handler.operation.get('path') : [];
  return [pieces ?? []]
    .flat()
    .map((piece) => (typeof piece === 'string' ? piece : '{}'))
    .join('');
}
