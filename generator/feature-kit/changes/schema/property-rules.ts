import { arrayAt, objectAt, type Json, type JsonObject } from '../../../core/model/json.js';
import type { Certainty } from '../change-rules.js';
import type { SchemaComparison } from './schema-comparison.js';
import type { Side } from './schema-versions.js';

/** Reports changes to an object's properties: names, schemas, and which ones are required. */
export function compareProperties(comparison: SchemaComparison): void {
  if (!comparison.types.has('object')) return;
  const [old, recent] = [objectAt(comparison.old, 'properties'), objectAt(comparison.new, 'properties')];
  for (const name of new Set([...old.keys(), ...recent.keys()])) {
    const [before, after] = [old.get(name), recent.get(name)];
    const steps = ['properties', name];
    if (before === undefined) compareMissing(comparison, name, after ?? true, 'new');
    else if (after === undefined) compareMissing(comparison, name, before, 'old');
    else comparison.compareParts({ schema: before, steps }, { schema: after, steps }, [name]);
  }
  compareRequired(comparison);
  compareAdditional(comparison);
}

const otherSide = { old: 'new', new: 'old' } as const;

/** Reports a property that exists on only one side. */
function compareMissing(comparison: SchemaComparison, name: string, schema: Json, side: Side): void {
  const at = { side, steps: ['properties', name], trail: [name] };
  if (comparison.declared(otherSide[side]).names.has(name)) {
    const message = 'the property is described in another part of the schema';
    comparison.report({ rule: 'schema-changed', message, narrows: 'maybe', widens: 'maybe', ...at });
    return;
  }
  const isRequired = arrayAt(comparison[side], 'required').includes(name);
  const isDemanded = isRequired && !arrayAt(comparison[otherSide[side]], 'required').includes(name);
  const refuses = isDemanded ? 'yes' : refusesOther(comparison, schema, side);
  const accepts = acceptsOther(comparison, schema, side);
  const noun = isRequired ? 'required property' : 'property';
  if (side === 'new') {
    comparison.report({
      rule: isRequired ? 'required-property-added' : 'property-added',
      message: `the ${noun} was added`,
      narrows: refuses,
      widens: accepts,
      ...at,
      ...(isDemanded && { help: 'Make it optional, or give the tool another name.' }),
    });
  } else {
    const rule = isRequired ? 'required-property-removed' : 'property-removed';
    comparison.report({ rule, message: `the ${noun} was removed`, narrows: accepts, widens: refuses, ...at });
  }
}

/** Whether a property schema rejects a value that the side without the property accepts. */
function refusesOther(comparison: SchemaComparison, schema: Json, side: Side): Certainty {
  const { lists, isOpen, patterns } = comparison.declared(otherSide[side]);
  const rest = comparison[otherSide[side]].get('additionalProperties') ?? !lists;
  if (rest === false && !isOpen && patterns.length === 0) return 'no';
  if (comparison.versions.meaningOf(schema, side) === comparison.versions.meaningOf(rest, otherSide[side])) return 'no';
  return rest === true ? 'yes' : 'maybe';
}

/** Whether a property schema accepts a value that the side without the property rejects. */
function acceptsOther(comparison: SchemaComparison, schema: Json, side: Side): Certainty {
  const rest = comparison[otherSide[side]].get('additionalProperties') ?? true;
  if (comparison.versions.meaningOf(schema, side) === comparison.versions.meaningOf(rest, otherSide[side])) return 'no';
  if (rest === true) return 'no';
  return rest === false && comparison.declared(otherSide[side]).patterns.length === 0 ? 'yes' : 'maybe';
}

function compareRequired(comparison: SchemaComparison): void {
  const [old, recent] = [comparison.old, comparison.new].map((schema) =>
    arrayAt(schema, 'required').filter((name) => typeof name === 'string'),
  );
  for (const [position, name] of (recent ?? []).entries()) {
    if (old?.includes(name) || isReported(comparison, name, 'new')) continue;
    const steps = ['required', String(position)];
    const message = 'the property is now required';
    comparison.report({ rule: 'property-now-required', message, narrows: 'yes', steps, trail: [name] });
  }
  for (const name of old ?? []) {
    if (recent?.includes(name) || isReported(comparison, name, 'old')) continue;
    const steps = objectAt(comparison.new, 'properties').has(name) ? ['properties', name] : [];
    const message = 'the property is now optional';
    comparison.report({ rule: 'property-now-optional', message, widens: 'yes', steps, trail: [name] });
  }
}

/** Whether a required property has been reported as added or removed. */
function isReported(comparison: SchemaComparison, name: string, side: Side): boolean {
  return objectAt(comparison[side], 'properties').has(name) && !comparison.declared(otherSide[side]).names.has(name);
}

function compareAdditional(comparison: SchemaComparison): void {
  const keyword = 'additionalProperties';
  const [old, recent] = [comparison.old.get(keyword) ?? true, comparison.new.get(keyword) ?? true];
  if (old !== recent && recent === false) {
    const message = 'undeclared properties are now refused';
    const narrows = refusesUndeclared(comparison, 'new');
    comparison.report({ rule: 'additional-properties-closed', message, narrows, steps: [keyword] });
  } else if (old !== recent && old === false) {
    const message = 'undeclared properties are now allowed';
    const widens = refusesUndeclared(comparison, 'old');
    comparison.report({ rule: 'additional-properties-opened', message, widens, steps: [keyword] });
  } else {
    const isImplied = !comparison.old.has(keyword) || !comparison.new.has(keyword);
    const steps = [keyword];
    comparison.compareParts({ schema: old, steps }, { schema: recent, steps }, ['*'], { isUncertain: isImplied });
  }
}

/** Whether one side's `additionalProperties: false` rejects a property that the other side expects. */
function refusesUndeclared(comparison: SchemaComparison, side: Side): Certainty {
  const open = comparison.declared(otherSide[side]);
  if (comparison[otherSide[side]].has('additionalProperties') || !open.lists) return 'yes';
  const declaredProperties: JsonObject = objectAt(comparison[side], 'properties');
  const isDeclared = [...open.names].some((name) => !declaredProperties.has(name)) || open.patterns.length > 0;
  return open.isOpen || isDeclared ? 'maybe' : 'no';
}

/** Reports changes to array items. Items of `prefixItems` are compared one by one. */
export function compareItems(comparison: SchemaComparison): void {
  if (!comparison.types.has('array')) return;
  const sides = [comparison.old, comparison.new] as const;
  const length = Math.max(...sides.map((schema) => arrayAt(schema, 'prefixItems').length));
  const partAt = (schema: JsonObject, index: number) => {
    const declaredProperties = arrayAt(schema, 'prefixItems')[index];
    return declaredProperties === undefined
      ? { schema: schema.get('items') ?? true, steps: ['items'] }
      : { schema: declaredProperties, steps: ['prefixItems', String(index)] };
  };
  for (let index = 0; index <= length; index++) {
    const trail = [index < length ? `[${index}]` : '[]'];
    comparison.compareParts(partAt(comparison.old, index), partAt(comparison.new, index), trail);
  }
}
