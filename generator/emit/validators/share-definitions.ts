import { digestTexts } from '../../code/digest-texts.js';
import { type DefinitionIndex, walkDefinitions } from './definition-index.js';
import { listComponents } from './list-components.js';
import type { ToolJobs, ValidatorJob } from './list-jobs.js';
import { fitOneModule } from './split-tools.js';

/**
 * Characters of schema that each module may print again, rather than import. What is shorter would not be worth a file,
 * and what nobody limits makes modules of many tools grow with the square of their number.
 */
const maxRepeated = 5_000;

/** A definition, or some that refer to each other, that modules import from one of their own. */
export interface SharedUnit {
  /** The same as long as the names are. */
  readonly id: string;
  readonly names: readonly string[];
  /** Characters of schema that its module prints. */
  readonly length: number;
  /** Ids of the units that are loaded with it: itself, and those that it imports, directly or not. */
  readonly loads: ReadonlySet<string>;
}

/** Which definitions have modules of their own. */
export interface Sharing {
  /** All definitions; those that are shared say where. */
  readonly definitions: DefinitionIndex;
  /** By id, each after those that it imports. */
  readonly units: ReadonlyMap<string, SharedUnit>;
}

/**
 * Decides which definitions get modules of their own: those that are long, with all they refer to, and that two tools
 * reach. None in a server that one module is enough for.
 */
export function shareDefinitions(tools: readonly ToolJobs[], definitions: DefinitionIndex): Sharing {
  if (fitOneModule(tools, definitions)) return { definitions: shareAs(definitions, new Map()), units: new Map() };
  const components = [...listComponents(new Map([...definitions].map(([name, { refersTo }]) => [name, refersTo])))];
  const common = findCommon(components, tools, definitions);
  const ids = new Map<string, string>();
  const repeated = new Map<string, ReadonlySet<string>>();
  const lengthOf = (name: string): number => definitions.get(name)?.text.length ?? 0;
  const targetsOf = (name: string): ReadonlySet<string> => definitions.get(name)?.refersTo ?? new Set();
  for (const component of components) {
    if (!component.every((name) => common.has(name))) continue;
    const targets = component.flatMap((name) => [...targetsOf(name)]).filter((name) => !ids.has(name));
    const printed = new Set([...component, ...targets.flatMap((name) => [...(repeated.get(name) ?? [])])]);
    const isLong = [...printed].reduce((sum, name) => sum + lengthOf(name), 0) > maxRepeated;
    const id = isLong ? digestTexts(component.toSorted()).slice(0, 12) : undefined;
    for (const name of component) {
      if (id === undefined) repeated.set(name, printed);
      else ids.set(name, id);
    }
  }
  const shared = shareAs(definitions, ids);
  return { definitions: shared, units: describeUnits(components, shared) };
}

function shareAs(definitions: DefinitionIndex, ids: ReadonlyMap<string, string>): DefinitionIndex {
  return new Map([...definitions].map(([name, entry]) => [name, { ...entry, shared: ids.get(name) }]));
}

/** Names of the definitions that more than one tool reaches. */
function findCommon(
  components: readonly (readonly string[])[],
  tools: readonly ToolJobs[],
  definitions: DefinitionIndex,
): ReadonlySet<string> {
  /** Some of the tools that reach a definition: two say as much as all. */
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

function describeUnits(
  components: readonly (readonly string[])[],
  definitions: DefinitionIndex,
): ReadonlyMap<string, SharedUnit> {
  const units = new Map<string, SharedUnit>();
  for (const component of components) {
    const id = definitions.get(component[0] ?? '')?.shared;
    if (id === undefined) continue;
    const names = component.toSorted();
    const { length, imported } = measureModule(names, definitions, id);
    const loads = new Set([id, ...imported.flatMap((unit) => [...(units.get(unit)?.loads ?? [])])]);
    units.set(id, { id, names, length, loads });
  }
  return units;
}

/** What a module is like that starts with some definitions. */
export interface ModuleMeasure {
  readonly length: number;
  /** Ids of the units that it imports itself. */
  readonly imported: readonly string[];
}

/**
 * Measures the module that prints definitions, and those that they refer to.
 *
 * @param own Id of the unit that the module is for.
 */
export function measureModule(names: Iterable<string>, definitions: DefinitionIndex, own?: string): ModuleMeasure {
  const reached = walkDefinitions(names, definitions, own);
  const entries = [...reached].toSorted().flatMap((name) => definitions.get(name) ?? []);
  const imported = [...new Set(entries.flatMap(({ shared }) => (shared === own ? [] : (shared ?? []))))].toSorted();
  const printed = entries.filter(({ shared }) => shared === undefined || shared === own);
  const length = printed.reduce((sum, { text }) => sum + text.length, 0);
  return { length, imported };
}

/** A module of a unit, for one mode. Plain data. */
export interface SharedModule extends Pick<ValidatorJob, 'mode' | 'part'>, Pick<SharedUnit, 'id' | 'names'> {}

/** The modules that tools need, directly or not. */
export function listSharedModules(
  tools: readonly ToolJobs[],
  { definitions, units }: Sharing,
): readonly SharedModule[] {
  const refs = new Map<string, { readonly mode: ValidatorJob['mode']; readonly names: Set<string> }>();
  for (const { part, mode, refersTo } of tools.flatMap(({ jobs }) => jobs)) {
    const { names } = refs.get(part) ?? refs.set(part, { mode, names: new Set() }).get(part) ?? { names: new Set() };
    for (const name of refersTo) names.add(name);
  }
  return [...refs].flatMap(([part, { mode, names }]) => {
    const { imported } = measureModule(names, definitions);
    const loaded = new Set(imported.flatMap((id) => [...(units.get(id)?.loads ?? [])]));
    const wanted = [...units.values()].filter(({ id }) => loaded.has(id));
    return wanted.map((unit) => ({ mode, part, id: unit.id, names: unit.names }));
  });
}

/** Name of the file of a shared module, beside the modules of tools. */
export function nameSharedModule(part: string, id: string): string {
  return `shared-${digestTexts([part, id]).slice(0, 12)}.js`;
}
