import { childOf, entriesOf, itemsOf, stringAt, toJson, type SourceNode } from '../source/source-node.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { booleanAt, textsAt } from '../source/read-values.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import type { ApiDocument } from './api-document.js';
import { isTrueNode } from '../source/make-node.js';

/** What a definition says about one tool of an API. */
export interface ToolOverride {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: JsonObject;
  readonly timeoutMs?: number;
  readonly toolsets?: readonly string[];
  readonly isInactive?: true;
  /** What else it says, to be resolved once the tool has a name. */
  readonly entry?: DefinitionEntry;
}

/** What a definition says about the tools of an API, by operationId or by the name that the tool would have otherwise. */
export class ToolOverrides {
  private readonly overrides: ReadonlyMap<string, ToolOverride>;
  private readonly implemented: ReadonlySet<string>;
  private readonly implementsAll: boolean;
  private readonly used = new Set<string>();

  constructor(api: DefinitionEntry | undefined) {
    const settings = api?.node;
    const implement = childOf(settings, 'implement');
    this.overrides = new Map(
      entriesOf(childOf(settings, 'tools')).map(({ key, keyLocation, value }) => {
        const entry = api && { key, keyLocation, node: value, file: api.file, path: [...api.path, 'tools', key] };
        return [key, { ...readOverride(value), ...(entry && { entry }) }];
      }),
    );
    this.implemented = new Set(
      itemsOf(implement).flatMap((item) => (item.kind === 'scalar' ? [String(item.value)] : [])),
    );
    this.implementsAll = isTrueNode(implement);
  }

  /** What is said about a tool that goes by these names. */
  find(names: readonly string[]): ToolOverride {
    const key = names.find((name) => this.overrides.has(name));
    if (key === undefined) return {};
    this.used.add(key);
    return this.overrides.get(key) ?? {};
  }

  /** Whether the user answers a tool that goes by these names. */
  isImplemented(names: readonly string[]): boolean {
    const found = names.filter((name) => this.implemented.has(name));
    found.forEach((name) => this.used.add(name));
    return this.implementsAll || found.length > 0;
  }

  /** Reports what was said about tools that do not exist; comes last. */
  reportUnused(document: ApiDocument, settings: SourceNode | undefined): void {
    const places = [
      ...entriesOf(childOf(settings, 'tools')).map(({ key, keyLocation }) => ({ key, location: keyLocation })),
      ...itemsOf(childOf(settings, 'implement')).flatMap((item) =>
        item.kind === 'scalar' ? [{ key: String(item.value), location: item.location }] : [],
      ),
    ];
    for (const { key, location } of places) {
      if (this.used.has(key)) continue;
      const help = 'Tools go by their operationId, or by the name that is made of it.';
      document.warn('unmatched-filter', location, `There is no tool \`${key}\`.`, { help });
    }
  }
}

function readOverride(node: SourceNode): ToolOverride {
  const text = (key: string) => {
    const value = stringAt(node, key);
    return value === undefined ? {} : { [key]: value };
  };
  const annotations = childOf(node, 'annotations');
  const hints = annotations && toJson(annotations);
  const timeout = childOf(node, 'timeoutMs');
  return {
    ...text('name'),
    ...text('title'),
    ...text('description'),
    ...(isJsonObject(hints) && { annotations: hints }),
    ...(timeout?.kind === 'scalar' && typeof timeout.value === 'number' && { timeoutMs: timeout.value }),
    ...(childOf(node, 'toolset') && { toolsets: textsAt(node, 'toolset') }),
    ...(booleanAt(node, 'active') === false && { isInactive: true }),
  };
}
