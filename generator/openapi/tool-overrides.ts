import { defined } from '../model/defined.js';
import type { JsonObject } from '../model/json.js';
import type { ToolSettings } from '../model/tool-settings.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import { booleanAt, objectAt, textsAt, toolSettingsAt } from '../source/read-values.js';
import { childOf, entriesOf, itemsOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { ApiDocument } from './api-document.js';

/** Entry for one tool under `openapi.<name>.tools`. */
export interface ToolOverride {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: JsonObject;
  readonly settings?: ToolSettings;
  readonly toolsets?: readonly string[];
  readonly isInactive?: true;
  /** The entry itself, for its schemas and elicitations. */
  readonly entry?: DefinitionEntry;
}

/** Settings of the tools of an API: `tools` and `implement`, by operationId or by the name made of it. */
export class ToolOverrides {
  private readonly settings: SourceNode | undefined;
  private readonly overrides: ReadonlyMap<string, ToolOverride>;
  private readonly implemented: ReadonlySet<string>;
  private readonly used = new Set<string>();

  constructor(api: DefinitionEntry | undefined) {
    this.settings = api?.node;
    this.overrides = new Map(
      entriesOf(childOf(this.settings, 'tools')).map(({ key, keyLocation, value }) => {
        const entry = api && { key, keyLocation, node: value, file: api.file, path: [...api.path, 'tools', key] };
        return [key, { ...readOverride(value), ...(entry && { entry }) }];
      }),
    );
    this.implemented = new Set(listImplemented(this.settings).map(({ key }) => key));
  }

  /** The override of a tool with these names; empty when there is none. */
  find(names: readonly string[]): ToolOverride {
    const key = names.find((name) => this.overrides.has(name));
    if (key === undefined) return {};
    this.used.add(key);
    return this.overrides.get(key) ?? {};
  }

  /** Whether `implement` names a tool with these names, or is `true`. */
  isImplemented(names: readonly string[]): boolean {
    const found = names.filter((name) => this.implemented.has(name));
    found.forEach((name) => this.used.add(name));
    return booleanAt(this.settings, 'implement') === true || found.length > 0;
  }

  /** Warns of settings for tools that do not exist. To be called after all tools were looked up. */
  reportUnused(document: ApiDocument): void {
    const places = [
      ...entriesOf(childOf(this.settings, 'tools')).map(({ key, keyLocation }) => ({ key, location: keyLocation })),
      ...listImplemented(this.settings),
    ];
    for (const { key, location } of places) {
      if (this.used.has(key)) continue;
      const help = 'Tools go by their operationId, or by the name that is made of it.';
      document.warn('unmatched-filter', location, `There is no tool \`${key}\`.`, { help });
    }
  }
}

function listImplemented(settings: SourceNode | undefined) {
  return itemsOf(childOf(settings, 'implement')).flatMap((item) =>
    item.kind === 'scalar' ? [{ key: String(item.value), location: item.location }] : [],
  );
}

function readOverride(node: SourceNode): ToolOverride {
  return defined({
    name: stringAt(node, 'name'),
    title: stringAt(node, 'title'),
    description: stringAt(node, 'description'),
    annotations: objectAt(node, 'annotations'),
    settings: toolSettingsAt(node),
    toolsets: childOf(node, 'toolset') && textsAt(node, 'toolset'),
    isInactive: booleanAt(node, 'active') === false ? true : undefined,
  });
}
