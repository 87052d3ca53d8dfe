import type { Json, JsonObject } from '../../model/json.js';

/** A lower or upper bound; without one it is infinite. */
export interface Bound {
  readonly value: number;
  /** The value itself is out of bounds. */
  readonly exclusive: boolean;
}

/** A keyword that bounds something, and the one that does the same exclusively, if there is one. */
export interface BoundKind {
  readonly keyword: string;
  readonly exclusive?: string;
  readonly end: 'lower' | 'upper';
  /** What is bounded. */
  readonly of: 'number' | 'string' | 'array' | 'object';
}

/** All keywords that bound something. */
export const boundKinds: readonly BoundKind[] = [
  { keyword: 'minimum', exclusive: 'exclusiveMinimum', end: 'lower', of: 'number' },
  { keyword: 'maximum', exclusive: 'exclusiveMaximum', end: 'upper', of: 'number' },
  { keyword: 'minLength', end: 'lower', of: 'string' },
  { keyword: 'maxLength', end: 'upper', of: 'string' },
  { keyword: 'minItems', end: 'lower', of: 'array' },
  { keyword: 'maxItems', end: 'upper', of: 'array' },
  { keyword: 'minProperties', end: 'lower', of: 'object' },
  { keyword: 'maxProperties', end: 'upper', of: 'object' },
];

/**
 * The strictest bound that some schemas set together.
 *
 * @param onlyIntegers An exclusive bound is the next integer then, and a broken one is rounded.
 */
export function boundOf(schemas: readonly JsonObject[], kind: BoundKind, onlyIntegers: boolean): Bound {
  const sign = kind.end === 'lower' ? 1 : -1;
  const start: Bound = { value: -Infinity * sign, exclusive: false };
  const given = schemas.flatMap((schema) => [
    ...toBound(schema.get(kind.keyword), false),
    ...(kind.exclusive === undefined ? [] : toBound(schema.get(kind.exclusive), true)),
  ]);
  return given
    .map((bound) => (onlyIntegers ? roundBound(bound, sign) : bound))
    .reduce((strictest, bound) => (isWithin(bound, strictest, kind.end) ? bound : strictest), start);
}

/** Whether whatever is within the first bound is within the second. */
export function isWithin(inner: Bound, outer: Bound, end: BoundKind['end']): boolean {
  if (inner.value === outer.value) return inner.exclusive || !outer.exclusive;
  return end === 'lower' ? inner.value > outer.value : inner.value < outer.value;
}

/** Whether a value, of whatever type, is within the bound of a kind that a schema sets. */
export function isInBounds(value: Json, schema: JsonObject, kind: BoundKind): boolean {
  const size = sizeOf(value, kind.of);
  if (size === undefined) return true;
  return isWithin({ value: size, exclusive: false }, boundOf([schema], kind, false), kind.end);
}

function toBound(value: Json | undefined, exclusive: boolean): readonly Bound[] {
  return typeof value === 'number' ? [{ value, exclusive }] : [];
}

function roundBound({ value, exclusive }: Bound, sign: number): Bound {
  const rounded = sign > 0 ? Math.ceil(value) : Math.floor(value);
  return { value: exclusive && rounded === value ? value + sign : rounded, exclusive: false };
}

function sizeOf(value: Json, of: BoundKind['of']): number | undefined {
  if (of === 'number') return typeof value === 'number' ? value : undefined;
  if (of === 'string') return typeof value === 'string' ? [...value].length : undefined;
  if (of === 'array') return Array.isArray(value) ? value.length : undefined;
  return value instanceof Map ? value.size : undefined;
}
