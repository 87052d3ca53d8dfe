import { digestTexts } from '../../../core/code/digest-texts.js';
import { reachDefinitions, type DefinitionIndex } from './definition-index.js';
import { listComponents } from '../../../core/schema/list-components.js';
import { listModes, type CompilerMode, type ToolJobs } from './list-jobs.js';
import { fitsOneModule } from './split-tools.js';

/**
 * Maximum size of a definition that each module repeats instead of importing, in characters of JSON. Shorter
 * definitions are not worth a file; without this limit, the total size would be quadratic in the number of tools.
 */
const maxRepeated = 5_000;

/**
 * Decides which definitions get separate modules: definitions that are long when everything that they refer to is
 * included. Definitions that refer to each other share a module. A server that fits into one module has no separate
 * modules.
 * @returns The definitions with the ID of their module in `shared`.
 */
export function shareDefinitions(tools: readonly ToolJobs[], definitions: DefinitionIndex): DefinitionIndex {
  const ids = fitsOneModule(tools, definitions) ? new Map<string, string>() : nameLongDefinitions(definitions);
  return new Map([...definitions].map(([name, entry]) => [name, { ...entry, shared: ids.get(name) }]));
}

function nameLongDefinitions(definitions: DefinitionIndex): ReadonlyMap<string, string> {
  const targetsOf = (name: string): ReadonlySet<string> => definitions.get(name)?.refersTo ?? new Set();
  const ids = new Map<string, string>();
  /** Definitions that a module prints together with a definition that is not shared. */
  const printed = new Map<string, ReadonlySet<string>>();
  for (const component of listComponents(new Map([...definitions.keys()].map((name) => [name, targetsOf(name)])))) {
    const targets = component.flatMap((name) => [...targetsOf(name)]);
    const all = new Set([...component, ...targets.flatMap((name) => [...(printed.get(name) ?? [])])]);
    const length = [...all].reduce((sum, name) => sum + (definitions.get(name)?.text.length ?? 0), 0);
    const id = digestTexts(component.toSorted()).slice(0, 12);
    for (const name of component) {
      if (length > maxRepeated) ids.set(name, id);
      else printed.set(name, all);
    }
  }
  return ids;
}

/** Module with shared definitions for one mode. */
export interface SharedModule {
  readonly mode: CompilerMode;
  readonly id: string;
  /** Names of the definitions in the module. */
  readonly names: readonly string[];
}

/** Lists the shared modules that tools import, directly or indirectly, with one entry per mode. */
export function listSharedModules(tools: readonly ToolJobs[], definitions: DefinitionIndex): readonly SharedModule[] {
  return listModes(tools.flatMap((tool) => tool.jobs)).flatMap(({ mode, jobs }) => {
    const referred = jobs.flatMap(({ refersTo }) => [...refersTo]);
    const modules = new Map<string, string[]>();
    for (const name of reachDefinitions(referred, definitions, () => false)) {
      const id = definitions.get(name)?.shared;
      if (id !== undefined) modules.set(id, [...(modules.get(id) ?? []), name]);
    }
    return [...modules].map(([id, names]) => ({ mode, id, names: names.toSorted() }));
  });
}

/** Returns the file name of a shared module, in the folder of the tool modules. */
export function nameSharedModule(mode: CompilerMode, id: string): string {
  return `shared-${digestTexts([mode.name, id]).slice(0, 12)}.js`;
}
