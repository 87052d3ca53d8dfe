import { digestTexts } from '../../code/digest-texts.js';
import { reachDefinitions, type DefinitionIndex } from './definition-index.js';
import { listComponents } from './list-components.js';
import type { CompilerMode, ToolJobs } from './list-jobs.js';
import { fitsOneModule } from './split-tools.js';

/**
 * Characters of schema that each module may print again, rather than import. Shorter definitions are not worth a file; without a
 * limit, modules of many tools would grow with the square of their number.
 */
const maxRepeated = 5_000;

/**
 * Decides which definitions get modules of their own: those that are long, with all that they refer to, and that two tools
 * reach. Definitions that refer to each other share one. A server that fits one module has none.
 *
 * @returns The definitions, with the id of their module in `shared`.
 */
export function shareDefinitions(tools: readonly ToolJobs[], definitions: DefinitionIndex): DefinitionIndex {
  const ids = fitsOneModule(tools, definitions) ? new Map<string, string>() : nameSharedDefinitions(tools, definitions);
  return new Map([...definitions].map(([name, entry]) => [name, { ...entry, shared: ids.get(name) }]));
}

function nameSharedDefinitions(tools: readonly ToolJobs[], definitions: DefinitionIndex): ReadonlyMap<string, string> {
  const targetsOf = (name: string): ReadonlySet<string> => definitions.get(name)?.refersTo ?? new Set();
  const components = [...listComponents(new Map([...definitions.keys()].map((name) => [name, targetsOf(name)])))];
  const common = findCommon(components, tools, definitions);
  const ids = new Map<string, string>();
  /** Definitions that a module prints together with one that is not shared. */
  const printed = new Map<string, ReadonlySet<string>>();
  for (const component of components) {
    if (!component.every((name) => common.has(name))) continue;
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

/** Names of the definitions that more than one tool reaches. */
function findCommon(
  components: readonly (readonly string[])[],
  tools: readonly ToolJobs[],
  definitions: DefinitionIndex,
): ReadonlySet<string> {
  /** Up to two of the tools that reach a definition. */
  const users = new Map<string, Set<string>>();
  const addUsers = (name: string, added: Iterable<string>): void => {
    const known = users.get(name) ?? new Set();
    users.set(name, known);
    for (const user of added) if (known.size < 2) known.add(user);
  };
  for (const { name, jobs } of tools) {
    for (const { refersTo } of jobs) for (const target of refersTo) addUsers(target, [name]);
  }
  for (const component of components.toReversed()) {
    const all = new Set(component.flatMap((name) => [...(users.get(name) ?? [])]));
    for (const name of component) {
      addUsers(name, all);
      for (const target of definitions.get(name)?.refersTo ?? []) addUsers(target, all);
    }
  }
  return new Set([...users].flatMap(([name, { size }]) => (size > 1 ? [name] : [])));
}

/** A module with definitions that others import, for one mode. Plain data. */
export interface SharedModule {
  readonly mode: CompilerMode;
  /** Name of the mode. */
  readonly part: string;
  readonly id: string;
  /** Names of its definitions. */
  readonly names: readonly string[];
}

/** The shared modules that tools import, directly or not: one for each mode that they are compiled in. */
export function listSharedModules(tools: readonly ToolJobs[], definitions: DefinitionIndex): readonly SharedModule[] {
  const jobs = tools.flatMap((tool) => tool.jobs);
  const modes = new Map(jobs.map(({ part, mode }) => [part, mode]));
  return [...modes].flatMap(([part, mode]) => {
    const referred = jobs.filter((job) => job.part === part).flatMap(({ refersTo }) => [...refersTo]);
    const modules = new Map<string, string[]>();
    for (const name of reachDefinitions(referred, definitions, () => false)) {
      const id = definitions.get(name)?.shared;
      if (id !== undefined) modules.set(id, [...(modules.get(id) ?? []), name]);
    }
    return [...modules].map(([id, names]) => ({ mode, part, id, names: names.toSorted() }));
  });
}

/** Name of the file of a shared module, beside the modules of tools. */
export function nameSharedModule(part: string, id: string): string {
  return `shared-${digestTexts([part, id]).slice(0, 12)}.js`;
}
