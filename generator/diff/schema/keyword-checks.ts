import type { Json, JsonObject } from '../../model/json.js';
import { boundKinds, boundOf, isInBounds, isWithin, type BoundKind } from './bounds.js';
import { itemChecks } from './item-checks.js';
import { listAt, ownValues } from './known-values.js';
import { meaningOf, pickKeywords, valueText } from './meaning.js';
import { assume, type Premise } from './premise.js';
import { propertyChecks } from './property-checks.js';
import type { Prover } from './prover.js';

/** Proves that a keyword of a schema refuses nothing that a premise speaks of; `false`: there is no proof. */
export type KeywordCheck = (premise: Premise, schema: JsonObject, prover: Prover) => boolean;

/** The check of every keyword that can refuse something. Keywords that another one depends on have no check of their own. */
export const keywordChecks: ReadonlyMap<string, KeywordCheck> = new Map<string, KeywordCheck>([
  [
    'type',
    (premise, schema) =>
      [...premise.known.types].every((type) => ownValues(pickKeywords(schema, ['type'])).types.has(type)),
  ],
  ['enum', (premise, schema) => isListed(premise, listAt(schema, 'enum'))],
  ['const', (premise, schema) => isListed(premise, [schema.get('const') ?? null])],
  ...boundKinds.flatMap((kind): [string, KeywordCheck][] => {
    const check: KeywordCheck = (premise, schema) => isBounded(premise, schema, kind);
    return kind.exclusive === undefined
      ? [[kind.keyword, check]]
      : [
          [kind.keyword, check],
          [kind.exclusive, check],
        ];
  }),
  ['multipleOf', (premise, schema) => isMultiple(premise, schema.get('multipleOf'))],
  ['pattern', (premise, schema) => isSaid(premise, 'pattern', schema, 'string')],
  ['format', (premise, schema) => isSaid(premise, 'format', schema)],
  ...propertyChecks,
  ...itemChecks,
  ['$ref', (premise, schema, prover) => prover.isAccepted(prover.targetOf(schema), premise)],
  ['allOf', (premise, schema, prover) => listAt(schema, 'allOf').every((member) => prover.isAccepted(member, premise))],
  ['anyOf', (premise, schema, prover) => prover.isAcceptedByOne(listAt(schema, 'anyOf'), premise)],
  ['oneOf', (premise, schema, prover) => prover.isAcceptedByExactlyOne(listAt(schema, 'oneOf'), premise)],
  ['not', (premise, schema, prover) => prover.isRefused(schema.get('not') ?? true, premise)],
  ['if', isConditionMet],
]);

function isListed({ known }: Premise, listed: readonly Json[]): boolean {
  const texts = new Set(listed.map(valueText));
  return known.values?.every((value) => texts.has(valueText(value))) ?? false;
}

function isBounded({ known, parts }: Premise, schema: JsonObject, kind: BoundKind): boolean {
  if (known.values) return known.values.every((value) => isInBounds(value, schema, kind));
  const { types } = known;
  const concerned = kind.of === 'number' ? types.has('integer') || types.has('fraction') : types.has(kind.of);
  if (!concerned) return true;
  const onlyIntegers = kind.of !== 'number' || !types.has('fraction');
  return isWithin(boundOf(parts, kind, onlyIntegers), boundOf([schema], kind, onlyIntegers), kind.end);
}

/** Only integers are looked at: division of fractions is not exact. */
function isMultiple({ known, parts }: Premise, divisor: Json | undefined): boolean {
  if (!known.types.has('integer') && !known.types.has('fraction')) return true;
  const divides = (value: Json | undefined): boolean =>
    typeof value === 'number' && typeof divisor === 'number' && Number.isSafeInteger(value) && Number.isInteger(divisor)
      ? value % divisor === 0
      : false;
  if (known.values) return known.values.every((value) => typeof value !== 'number' || divides(value));
  if (divisor === 1) return !known.types.has('fraction');
  return parts.some((part) => part.get('multipleOf') === divisor || divides(part.get('multipleOf')));
}

/** Whether the premise has the same keyword with the same value. */
function isSaid({ known, parts }: Premise, keyword: string, schema: JsonObject, type?: 'string'): boolean {
  if (type !== undefined && !known.types.has(type)) return true;
  return parts.some((part) => part.get(keyword) === schema.get(keyword));
}

function isConditionMet(premise: Premise, schema: JsonObject, prover: Prover): boolean {
  const branches = ['then', 'else'] as const;
  const isMet = (part: JsonObject | undefined): boolean =>
    branches.every((branch) => {
      const assumed = part?.get(branch);
      return prover.isAccepted(
        schema.get(branch) ?? true,
        assumed === undefined ? premise : assume(premise, assumed, prover.world),
      );
    });
  const condition = meaningOf(schema.get('if') ?? true);
  const same = premise.parts.filter((part) => part.has('if') && meaningOf(part.get('if') ?? true) === condition);
  return same.some(isMet) || isMet(undefined);
}
