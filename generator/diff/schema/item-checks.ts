import { inPlaceKeywords } from '../../schema/keywords.js';
import type { Json, JsonObject } from '../../model/json.js';
import type { KeywordCheck } from './keyword-checks.js';
import { listAt } from './known-values.js';
import { meaningOf } from './meaning.js';
import { itemPremise, type Premise } from './premise.js';
import type { Prover } from './prover.js';

/** Checks of the keywords of arrays. */
export const itemChecks: readonly (readonly [string, KeywordCheck])[] = [
  ['prefixItems', ofArrays(arePrefixItems)],
  ['items', ofArrays((premise, schema, prover) => areItems(premise, schema, schema.get('items') ?? true, prover))],
  ['unevaluatedItems', ofArrays(areUnevaluated)],
  ['contains', ofArrays(isContaining)],
  ['uniqueItems', ofArrays(isUnique)],
];

function ofArrays(check: KeywordCheck): KeywordCheck {
  return (premise, schema, prover) => !premise.known.types.has('array') || check(premise, schema, prover);
}

function isItemAccepted(premise: Premise, index: number, schema: Json, prover: Prover): boolean {
  const longest = Math.min(...premise.parts.map((part) => numberAt(part, 'maxItems', Infinity)));
  const item = index < longest ? itemPremise(premise, index, prover.world) : undefined;
  return item === undefined || prover.isAccepted(schema, item);
}

function arePrefixItems(premise: Premise, schema: JsonObject, prover: Prover): boolean {
  return listAt(schema, 'prefixItems').every((item, index) => isItemAccepted(premise, index, item, prover));
}

/** Whether a schema accepts all items behind those of `prefixItems`. */
function areItems(premise: Premise, schema: JsonObject, items: Json, prover: Prover): boolean {
  const start = listAt(schema, 'prefixItems').length;
  const end = Math.max(start, ...premise.parts.map((part) => listAt(part, 'prefixItems').length));
  for (let index = start; index <= end; index++) {
    if (!isItemAccepted(premise, index, items, prover)) return false;
  }
  return true;
}

/** Where nothing else evaluates items it is the same as `items`. */
function areUnevaluated(premise: Premise, schema: JsonObject, prover: Prover): boolean {
  if (schema.has('items')) return true;
  const isAlone = [...schema.keys()].every(
    (keyword) => keyword !== '$ref' && keyword !== 'contains' && !inPlaceKeywords.has(keyword),
  );
  return isAlone && areItems(premise, schema, schema.get('unevaluatedItems') ?? true, prover);
}

function isContaining(premise: Premise, schema: JsonObject): boolean {
  const least = numberAt(schema, 'minContains', 1);
  const most = numberAt(schema, 'maxContains', Infinity);
  if (least === 0 && most === Infinity) return true;
  const meaning = meaningOf(schema.get('contains') ?? true);
  const same = premise.parts.filter(
    (part) => part.has('contains') && meaningOf(part.get('contains') ?? true) === meaning,
  );
  return (
    (least === 0 || same.some((part) => numberAt(part, 'minContains', 1) >= least)) &&
    (most === Infinity || same.some((part) => numberAt(part, 'maxContains', Infinity) <= most))
  );
}

function isUnique({ parts }: Premise, schema: JsonObject): boolean {
  if (schema.get('uniqueItems') !== true) return true;
  return parts.some((part) => part.get('uniqueItems') === true || numberAt(part, 'maxItems', Infinity) <= 1);
}

function numberAt(schema: JsonObject, keyword: string, byDefault: number): number {
  const value = schema.get(keyword);
  return typeof value === 'number' ? value : byDefault;
}
