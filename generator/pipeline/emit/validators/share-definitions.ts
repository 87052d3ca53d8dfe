import { digestTexts } from '../../../core/code/digest-texts.js';
import { reachDefinitions, type DefinitionIndex } from './definition-index.js';
import { listComponents } from '../../../core/schema/list-components.js';
import { listModes, type CompilerMode, type ToolJobs } from './list-jobs.js';
import { fitsOneModule } from './split-tools.js';

/**
 * Characters of schema that each module may print again, rather than import. Shorter definitions are not worth a file; without a
 * limit, modules of many tools would grow with the square of their number.
 */
const maxRepeated = 5_000;

/**
 * Decides which definitions get modules of their own: those that are long, with all that they refer to. Definitions that refer
 * to each other share one. A server that fits one module has none.
 *
 * @returns The definitions, with the id of their module in `shared`.
 */
export function shareDefinitions(tools: readonly ToolJobs[], definitions: DefinitionIndex): DefinitionIndex {
  const ids = fitsOneModule(tools, definitions) ? new Map<string, string>() : nameLongDefinitions(definitions);
  return new Map([...definitions].map(([name, entry]) => [name, { ...entry, shared: ids.get(name) }]));
}

function nameLongDefinitions(definitions: DefinitionIndex): ReadonlyMap<string, string> {
  const targetsOf = (name: string): ReadonlySet<string> => definitions.get(name)?.refersTo ?? new Set();
  const ids = new Map<string, string>();
  /** Definitions that a module prints together with one that is not shared. */
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

/** A module with definitions that others import, for one mode. */
export interface SharedModule {
  readonly mode: CompilerMode;
  readonly id: string;
  /** Names of its definitions. */
  readonly names: readonly string[];
}

/** The shared modules that tools import, directly or not: one for each mode that they are compiled in. */
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

/** Name of the file of a shared module, beside the modules of tools. */
export function nameSharedModule(mode: CompilerMode, id: string): string {
  return `shared-${digestTexts([mode.name, id]).slice(0, 12)}.js`;
}
