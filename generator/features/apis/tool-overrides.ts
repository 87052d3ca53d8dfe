import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import { defined, type JsonObject } from '../../core/model/json.js';
import type { ToolSettings } from '../../core/model/tool-settings.js';
import { booleanAt, objectAt, textsAt, toolSettingsAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { authDiagnostics } from '../auth/diagnostics.js';

/** Name and texts of a tool, from extensions of its operation or from its entry under `openapi.<name>.tools`. */
export interface ToolTexts {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly toolsets?: readonly string[];
}

/** Entry for one tool under `openapi.<name>.tools`. */
export interface ToolOverride extends ToolTexts {
  readonly annotations?: JsonObject;
  readonly settings?: ToolSettings;
  readonly isInactive?: true;
  /** The entry, for its schemas and elicitations. */
  readonly entry?: DefinitionEntry;
}

/** Settings of API tools, `tools` and `implement`, by operationId or by the tool name derived from it. */
export class ToolOverrides {
  private readonly document: ApiDocument;
  private readonly entries: ReadonlyMap<string, MapEntry>;
  /** Names under `implement`, with their locations. */
  private readonly implemented: ReadonlyMap<string, SourceNode['location']>;
  private readonly used = new Set<string>();

  constructor(document: ApiDocument) {
    const settings = document.entry?.node;
    this.document = document;
    this.entries = new Map(entriesOf(childOf(settings, 'tools')).map((entry) => [entry.key, entry]));
    this.implemented = new Map(
      itemsOf(childOf(settings, 'implement')).flatMap((item) =>
        item.kind === 'scalar' ? [[String(item.value), item.location] as const] : [],
      ),
    );
  }

  /** Finds the override of a tool by its names; empty if there is none. */
  find(names: readonly string[]): ToolOverride {
    const api = this.document.entry;
    const found = names.map((name) => this.entries.get(name)).find((entry) => entry !== undefined);
    if (!api || !found) return {};
    const { key, keyLocation, value: node } = found;
    this.used.add(key);
    return {
      ...readTexts(node),
      ...defined({
        annotations: objectAt(node, 'annotations'),
        settings: toolSettingsAt(node),
        isInactive: booleanAt(node, 'enabled') === false ? true : undefined,
      }),
      entry: { key, keyLocation, node, file: api.file, path: [...api.path, 'tools', key] },
    };
  }

  /** Whether `implement` is `true` or lists one of a tool's names. */
  isImplemented(names: readonly string[]): boolean {
    const found = names.filter((name) => this.implemented.has(name));
    found.forEach((name) => this.used.add(name));
    return booleanAt(this.document.entry?.node, 'implement') === true || found.length > 0;
  }

  /**
   * Reports settings for tools that do not exist. Unused scopes are an error: the intended tool, which the API may have
   * renamed, would need no scopes. Call it after all lookups.
   */
  reportUnused(): void {
    const entries = [...this.entries].map(([key, { keyLocation, value }]) => {
      return [key, keyLocation, childOf(value, 'scopes') !== undefined] as const;
    });
    const implemented = [...this.implemented].map(([key, location]) => [key, location, false] as const);
    const help = 'Refer to the tool by the `operationId` of its operation or by its generated name.';
    for (const [key, location, hasScopes] of [...entries, ...implemented]) {
      if (this.used.has(key)) continue;
      const message = `There is no tool \`${key}\`${hasScopes ? ' to require these scopes for' : ''}.`;
      this.document.warn(hasScopes ? authDiagnostics['invalid-auth'] : 'unmatched-filter', location, message, { help });
    }
  }
}

/** Reads the name and texts of a tool. Ignores blank strings. */
export function readTexts(node: SourceNode | undefined): ToolTexts {
  const textOf = (key: string) => (stringAt(node, key)?.trim() ? stringAt(node, key) : undefined);
  const toolsets = childOf(node, 'toolset') && textsAt(node, 'toolset');
  return defined({ name: textOf('name'), title: textOf('title'), description: textOf('description'), toolsets });
}
