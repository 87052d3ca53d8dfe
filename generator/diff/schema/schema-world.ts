import { stringifyJson, type Json } from '../../model/json.js';
import type { DefinitionModel, SchemaModel } from '../../model/model.js';
import { upgradeDraft07 } from '../../schema/upgrade-draft07.js';
import { mapRefs, referredNames, refTo } from '../../schema/map-schema.js';
import { meaningOf, sameMeaning } from './meaning.js';

/** A schema as the model has it. */
export type Schema = SchemaModel['schema'];

/** Which of the two models something belongs to. */
export type Side = 'old' | 'new';

/** A definition of one of the models, or of both where they agree. */
export interface WorldDefinition {
  readonly schema: Schema;
  /** Its name in the model. */
  readonly name: string;
}

/**
 * The definitions of both models in one place: those that are the same, with all that they refer to, are there once, under
 * their name; of the others there are two, `old/Name` and `new/Name`, or `old=Name` and `new=Name` where they mean the same.
 * So schemas of both sides can be compared as text.
 */
export interface SchemaWorld {
  readonly definitions: ReadonlyMap<string, WorldDefinition>;
  /** A schema of one side with references into this world, in 2020-12. */
  readonly adopt: (schema: SchemaModel, side: Side) => Schema;
}

/** Brings the definitions of two models together. */
export function createSchemaWorld(old: readonly DefinitionModel[], recent: readonly DefinitionModel[]): SchemaWorld {
  const bodies = { old: mapBodies(old), new: mapBodies(recent) };
  const changed = findChanged(bodies.old, bodies.new, stringifyJson);
  const different = findChanged(bodies.old, bodies.new, meaningOf);
  const keyOf = (name: string, side: Side): string => {
    if (different.has(name)) return `${side}/${name}`;
    return changed.has(name) ? `${side}${sameMeaning}${name}` : name;
  };
  const address = (side: Side) => (name: string) => refTo(keyOf(name, side));
  const definitions = new Map<string, WorldDefinition>();
  for (const side of ['old', 'new'] as const) {
    for (const [name, body] of bodies[side]) {
      const key = keyOf(name, side);
      if (!definitions.has(key)) definitions.set(key, { name, schema: mapRefs(body, address(side)) as Schema });
    }
  }
  return { definitions, adopt: (schema, side) => mapRefs(upgrade(schema), address(side)) as Schema };
}

function upgrade({ schema, dialect }: SchemaModel): Schema {
  return dialect === 'draft-07' ? upgradeDraft07(schema) : schema;
}

function mapBodies(definitions: readonly DefinitionModel[]): ReadonlyMap<string, Schema> {
  return new Map(definitions.map((definition) => [definition.name, upgrade(definition)]));
}

/** Names of definitions that are not the same on both sides, or refer to one that is not. */
function findChanged(
  old: ReadonlyMap<string, Json>,
  recent: ReadonlyMap<string, Json>,
  textOf: (schema: Json) => string,
): ReadonlySet<string> {
  const referrers = new Map<string, string[]>();
  const waiting: string[] = [];
  for (const name of new Set([...old.keys(), ...recent.keys()])) {
    const before = old.get(name);
    const after = recent.get(name);
    if (before === undefined || after === undefined || textOf(before) !== textOf(after)) {
      waiting.push(name);
      continue;
    }
    for (const target of referredNames(before)) referrers.set(target, [...(referrers.get(target) ?? []), name]);
  }
  const changed = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (changed.has(name)) continue;
    changed.add(name);
    waiting.push(...(referrers.get(name) ?? []));
  }
  return changed;
}
