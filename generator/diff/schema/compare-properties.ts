import { isJsonArray, type Json, type JsonObject } from '../../model/json.js';
import type { Comparison } from './comparison.js';
import { declaredNames, mapAt, matchesName } from './declared-names.js';
import { listAt } from './known-values.js';
import type { Effects } from './schema-change.js';
import type { Schema, Side } from './schema-world.js';

/** Tells how the properties of objects differ: which there are, which are required, and what they hold. */
export function compareProperties(comparison: Comparison): void {
  const [old, recent] = [mapAt(comparison.old, 'properties'), mapAt(comparison.new, 'properties')];
  const effects = comparison.effectsOf(
    'properties',
    'patternProperties',
    'additionalProperties',
    'unevaluatedProperties',
  );
  const [declaredOld, declaredNew] = declareBoth(comparison);
  for (const name of new Set([...(old?.keys() ?? []), ...(recent?.keys() ?? [])])) {
    const [before, after] = [old?.get(name), recent?.get(name)];
    const steps = ['properties', name];
    if (before !== undefined && after !== undefined) {
      const parts = [before, after].map((schema) => ({ schema: schema as Schema, steps }));
      const [oldPart, newPart] = parts;
      if (oldPart && newPart) comparison.compareParts(oldPart, newPart, effects, [name]);
    } else if (before === undefined && !declaredOld.has(name)) {
      tellAdded(comparison, name, after ?? true, effects);
    } else if (after === undefined && !declaredNew.has(name)) {
      tellRemoved(comparison, name, before ?? true, effects);
    }
  }
  compareRequired(comparison, declaredOld, declaredNew);
  compareAdditional(comparison);
  comparePatterns(comparison);
}

/** The names that either side declares for the value, here or in a schema that holds as well. */
function declareBoth({ pair, prover }: Comparison): readonly [ReadonlySet<string>, ReadonlySet<string>] {
  const { old, new: recent } = pair.whole ?? pair;
  return [declaredNames([old], prover.world).names, declaredNames([recent], prover.world).names];
}

function tellAdded(comparison: Comparison, name: string, schema: Json, effects: Effects): void {
  const isRequired = listAt(comparison.new, 'required').includes(name);
  const refuses = effects.narrows && comparison.refusesOld(onlyProperty(name, schema));
  const lacks = isRequired && comparison.effectsOf('required').narrows && comparison.refusesOld(onlyRequired(name));
  const allows = effects.widens && comparison.refusesNew(onlyProperty(name, schemaFor(comparison.old, name)));
  comparison.tell({
    rule: isRequired ? 'required-property-added' : 'property-added',
    message: `the ${isRequired ? 'required ' : ''}property is new`,
    narrows: refuses || lacks ? 'yes' : 'no',
    widens: allows ? 'yes' : 'no',
    steps: ['properties', name],
    trail: [name],
    ...(lacks && { help: 'Make it optional, or give the tool another name.' }),
  });
}

function tellRemoved(comparison: Comparison, name: string, schema: Json, effects: Effects): void {
  const isRequired = listAt(comparison.old, 'required').includes(name);
  const refuses = effects.narrows && comparison.refusesOld(onlyProperty(name, schemaFor(comparison.new, name)));
  const lacks = isRequired && comparison.effectsOf('required').widens && comparison.refusesNew(onlyRequired(name));
  const allows = effects.widens && comparison.refusesNew(onlyProperty(name, schema));
  comparison.tell({
    rule: isRequired ? 'required-property-removed' : 'property-removed',
    message: `the ${isRequired ? 'required ' : ''}property is gone`,
    narrows: refuses ? 'yes' : 'no',
    widens: lacks || allows ? 'yes' : 'no',
    side: 'old',
    steps: ['properties', name],
    trail: [name],
  });
}

/** What a schema says about a property that it does not declare. */
function schemaFor(schema: JsonObject, name: string): Schema {
  const patterns = [...(mapAt(schema, 'patternProperties') ?? [])].filter(([pattern]) => matchesName(pattern, name));
  const others = schema.get('additionalProperties') ?? schema.get('unevaluatedProperties') ?? true;
  return patterns.length > 0 ? new Map([['allOf', patterns.map(([, member]) => member)]]) : (others as Schema);
}

function onlyProperty(name: string, schema: Json): JsonObject {
  return new Map([['properties', new Map([[name, schema]])]]);
}

function onlyRequired(name: string): JsonObject {
  return new Map([['required', [name]]]);
}

/** Properties that are new or gone were told with their requiredness. */
function compareRequired(
  comparison: Comparison,
  declaredOld: ReadonlySet<string>,
  declaredNew: ReadonlySet<string>,
): void {
  const { narrows, widens } = comparison.effectsOf('required');
  const [old, recent] = [namesAt(comparison.old), namesAt(comparison.new)];
  const isNew = (name: string): boolean => hasProperty(comparison.new, name) && !declaredOld.has(name);
  const isGone = (name: string): boolean => hasProperty(comparison.old, name) && !declaredNew.has(name);
  for (const [position, name] of recent.entries()) {
    if (!narrows || old.includes(name) || isNew(name) || !comparison.refusesOld(onlyRequired(name))) continue;
    const steps = ['required', String(position)];
    const message = 'the property is required now';
    comparison.tell({ rule: 'property-now-required', message, narrows: 'yes', steps, trail: [name] });
  }
  for (const name of old) {
    if (!widens || recent.includes(name) || isGone(name) || !comparison.refusesNew(onlyRequired(name))) continue;
    const steps = hasProperty(comparison.new, name) ? ['properties', name] : [];
    const message = 'the property is optional now';
    comparison.tell({ rule: 'property-now-optional', message, widens: 'yes', steps, trail: [name] });
  }
}

function hasProperty(schema: JsonObject, name: string): boolean {
  return mapAt(schema, 'properties')?.has(name) ?? false;
}

function namesAt(schema: JsonObject): readonly string[] {
  const names = schema.get('required');
  return isJsonArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function compareAdditional(comparison: Comparison): void {
  const keyword = 'additionalProperties';
  const [old, recent] = [comparison.old.get(keyword) ?? true, comparison.new.get(keyword) ?? true];
  const effects = comparison.effectsOf(keyword);
  const certainties = { narrows: effects.narrows ? 'yes' : 'no', widens: effects.widens ? 'yes' : 'no' } as const;
  if (old === recent) return;
  if (recent === false) {
    const message = 'properties that are not declared are refused now';
    const { narrows } = certainties;
    comparison.tell({ rule: 'additional-properties-closed', message, narrows, steps: [keyword] });
  } else if (old === false) {
    const message = 'properties that are not declared are allowed now';
    const { widens } = certainties;
    comparison.tell({ rule: 'additional-properties-opened', message, widens, steps: [keyword] });
  } else {
    const parts = {
      old: { schema: old as Schema, steps: [keyword] },
      new: { schema: recent as Schema, steps: [keyword] },
    };
    comparison.compareParts(parts.old, parts.new, effects, ['*']);
  }
}

function comparePatterns(comparison: Comparison): void {
  const keyword = 'patternProperties';
  const sides = { old: mapAt(comparison.old, keyword), new: mapAt(comparison.new, keyword) };
  const effects = comparison.effectsOf('properties', keyword, 'additionalProperties', 'unevaluatedProperties');
  for (const pattern of new Set([...(sides.old?.keys() ?? []), ...(sides.new?.keys() ?? [])])) {
    const [old, recent] = [sides.old?.get(pattern), sides.new?.get(pattern)];
    const steps = [keyword, pattern];
    if (old !== undefined && recent !== undefined) {
      comparison.compareParts({ schema: old as Schema, steps }, { schema: recent as Schema, steps }, effects, [
        `/${pattern}/`,
      ]);
    } else if (effects.narrows || effects.widens) {
      const side: Side = recent === undefined ? 'old' : 'new';
      comparison.tell({
        rule: recent === undefined ? 'constraint-removed' : 'constraint-added',
        message: `\`${keyword}\` for \`${pattern}\` ${recent === undefined ? 'removed' : 'added'}`,
        narrows: effects.narrows ? 'maybe' : 'no',
        widens: effects.widens ? 'maybe' : 'no',
        side,
        steps,
      });
    }
  }
}
