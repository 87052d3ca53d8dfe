import { printQualified } from '../../catalog/sql-names.js';
import type { ColumnKind } from '../engine.js';

/** Type of the database. */
export interface TypeFacts {
  /** Object id. Differs between databases. */
  readonly id: number;
  /** Name as a statement can contain it, such as `int8`, `public.order_status` or `text[]`. */
  readonly name: string;
  /** Name in `pg_type`, such as `_text`. */
  readonly plainName: string;
  readonly isBuiltIn: boolean;
  /** Type of the items of an array. */
  readonly items?: TypeFacts;
  /** Type that a domain is based on. */
  readonly base?: TypeFacts;
  /** Values of an enumerated type, in its order. */
  readonly enum?: readonly string[];
}

/** Returns the type that a domain is based on, or the type itself. */
export function baseOf(type: TypeFacts): TypeFacts {
  return type.base ? baseOf(type.base) : type;
}

/** Returns the name of a type for a statement. */
export function typeName(schema: string, name: string): string {
  if (schema !== 'pg_catalog') return printQualified({ schema, name }, 'postgres');
  // Without quotes, these mean types with one character or bit.
  return name === 'char' || name === 'bit' ? `"${name}"` : name;
}

const kinds: { readonly [name: string]: ColumnKind } = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  uuid: 'uuid',
  date: 'date',
  time: 'time',
  timetz: 'time',
  timestamptz: 'date-time',
  timestamp: 'local-date-time',
  interval: 'duration',
  json: 'json',
  jsonb: 'json',
  bytea: 'bytes',
};

/** Returns the form of a column's values in JSON. `modifier` is the modifier of the column's type. */
export function kindOf(type: Pick<TypeFacts, 'isBuiltIn' | 'plainName'>, modifier: number): ColumnKind {
  if (!type.isBuiltIn) return 'text';
  if (type.plainName === 'numeric') return isExact(modifier) ? 'number' : 'decimal';
  return kinds[type.plainName] ?? 'text';
}

/** Whether a JSON number represents all values of a `numeric`: they have at most 15 digits. */
function isExact(modifier: number): boolean {
  return modifier >= 4 && (modifier - 4) >>> 16 <= 15;
}
