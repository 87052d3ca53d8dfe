import { isJsonArray, type Json, type JsonObject } from '../../model/json.js';
import { mapAt, matchesName } from './declared-names.js';
import type { KeywordCheck } from './keyword-checks.js';
import { listAt } from './known-values.js';
import { assume, otherPremise, patternPremise, premiseOf, propertyPremise, type Premise } from './premise.js';
import type { Prover } from './prover.js';

/** Checks of the keywords of objects. */
export const propertyChecks: readonly (readonly [string, KeywordCheck])[] = [
  ['required', ofObjects(isRequired)],
  ['properties', ofObjects(areProperties)],
  ['patternProperties', ofObjects(arePatternProperties)],
  [
    'additionalProperties',
    ofObjects((premise, schema, prover) => {
      const own = pickDeclaring(schema);
      return areOthers(premise, own, schema.get('additionalProperties') ?? true, prover);
    }),
  ],
  ['unevaluatedProperties', ofObjects(areUnevaluated)],
  ['propertyNames', ofObjects(areNames)],
  ['dependentRequired', ofObjects(areDependentRequired)],
  ['dependentSchemas', ofObjects(areDependentSchemas)],
];

function ofObjects(check: KeywordCheck): KeywordCheck {
  return (premise, schema, prover) => !premise.known.types.has('object') || check(premise, schema, prover);
}

function isRequired({ parts }: Premise, schema: JsonObject): boolean {
  return listAt(schema, 'required').every((name) => parts.some((part) => listAt(part, 'required').includes(name)));
}

function isPropertyAccepted(premise: Premise, name: string, schema: Json, prover: Prover): boolean {
  const property = propertyPremise(premise, name, prover.world);
  return property === undefined || prover.isAccepted(schema, property);
}

function areProperties(premise: Premise, schema: JsonObject, prover: Prover): boolean {
  return [...(mapAt(schema, 'properties') ?? [])].every(([name, property]) =>
    isPropertyAccepted(premise, name, property, prover),
  );
}

/** A name that matches is the same pattern's on the other side, or may be any: declared, of another pattern, or neither. */
function arePatternProperties(premise: Premise, schema: JsonObject, prover: Prover): boolean {
  return [...(mapAt(schema, 'patternProperties') ?? [])].every(([pattern, member]) => {
    if (prover.isAccepted(member, patternPremise(premise, pattern, prover.world))) return true;
    const names = [...premise.declared.names].filter((name) => matchesName(pattern, name));
    return (
      names.every((name) => isPropertyAccepted(premise, name, member, prover)) &&
      areUnnamed(premise, [], member, prover)
    );
  });
}

/** What of a schema decides which properties are additional to it. */
interface Declaring {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly string[];
}

function pickDeclaring(schema: JsonObject): Declaring {
  return {
    names: new Set(mapAt(schema, 'properties')?.keys() ?? []),
    patterns: [...(mapAt(schema, 'patternProperties')?.keys() ?? [])],
  };
}

/** Whether a schema accepts all properties that are not declared. */
function areOthers(premise: Premise, { names, patterns }: Declaring, schema: Json, prover: Prover): boolean {
  const isDeclared = (name: string): boolean =>
    names.has(name) || patterns.some((pattern) => matchesName(pattern, name));
  const others = [...premise.declared.names].filter((name) => !isDeclared(name));
  return (
    others.every((name) => isPropertyAccepted(premise, name, schema, prover)) &&
    areUnnamed(premise, patterns, schema, prover)
  );
}

/** Whether a schema accepts all properties that only patterns of the premise declare, but some, or that nothing does. */
function areUnnamed(premise: Premise, except: readonly string[], schema: Json, prover: Prover): boolean {
  const patterns = premise.declared.patterns.filter((pattern) => !except.includes(pattern));
  const other = otherPremise(premise, prover.world);
  return (
    patterns.every((pattern) => prover.isAccepted(schema, patternPremise(premise, pattern, prover.world))) &&
    (other === undefined || prover.isAccepted(schema, other))
  );
}

/** Only what a schema declares unconditionally counts as evaluated. */
function areUnevaluated(premise: Premise, schema: JsonObject, prover: Prover): boolean {
  const parts = premiseOf([schema], prover.world).parts;
  if (parts.some((part) => part.has('additionalProperties'))) return true;
  const nested = parts.filter((part) => part !== schema);
  if (nested.some((part) => part.has('unevaluatedProperties'))) return true;
  const declaring = parts.map(pickDeclaring);
  const own: Declaring = {
    names: new Set(declaring.flatMap(({ names }) => [...names])),
    patterns: declaring.flatMap(({ patterns }) => patterns),
  };
  return areOthers(premise, own, schema.get('unevaluatedProperties') ?? true, prover);
}

function areNames(premise: Premise, schema: JsonObject, prover: Prover): boolean {
  const names = premise.parts.flatMap((part) => part.get('propertyNames') ?? []);
  const isString: JsonObject = new Map([['type', 'string']]);
  return prover.isAccepted(schema.get('propertyNames') ?? true, premiseOf([isString, ...names], prover.world));
}

function areDependentRequired(premise: Premise, schema: JsonObject, prover: Prover): boolean {
  return [...(mapAt(schema, 'dependentRequired') ?? [])].every(([name, required]) => {
    if (propertyPremise(premise, name, prover.world) === undefined) return true;
    const known = new Set(
      premise.parts.flatMap((part) => [
        ...listAt(part, 'required'),
        ...listOf(mapAt(part, 'dependentRequired')?.get(name)),
      ]),
    );
    return listOf(required).every((needed) => known.has(needed));
  });
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

function areDependentSchemas(premise: Premise, schema: JsonObject, prover: Prover): boolean {
  return [...(mapAt(schema, 'dependentSchemas') ?? [])].every(([name, dependent]) => {
    if (propertyPremise(premise, name, prover.world) === undefined) return true;
    const known = premise.parts.flatMap((part) => mapAt(part, 'dependentSchemas')?.get(name) ?? []);
    const whole = known.reduce<Premise>((current, member) => assume(current, member, prover.world), premise);
    return prover.isAccepted(dependent, whole);
  });
}
