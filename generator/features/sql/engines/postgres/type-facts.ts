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
  if (schema !== 'pg_catalog') return `${quoteName(schema)}.${quoteName(name)}`;
  // Without quotes, these mean types with one character or bit.
  return name === 'char' || name === 'bit' ? `"${name}"` : quoteName(name);
}

function quoteName(name: string): string {
  return /^[a-z_][\d_a-z]*$/u.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Words that cannot be the name of a type or schema without quotes. */
const reserved: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from
  full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
  localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning
  right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user
  using variadic verbose when where window with between bigint bit boolean char character coalesce dec decimal exists
  extract float greatest grouping inout int integer interval least national nchar none normalize nullif out overlay
  position precision real row setof smallint substring time timestamp treat trim values varchar xmlattributes xmlconcat
  xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`
    .split(/\s+/u)
    .filter((word) => !['interval', 'time', 'timestamp', 'varchar', 'float', 'char', 'bit'].includes(word)),
);

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
export function kindOf(type: TypeFacts, modifier: number): ColumnKind {
  if (!type.isBuiltIn) return 'text';
  if (type.plainName === 'numeric') return isExact(modifier) ? 'number' : 'decimal';
  return kinds[type.plainName] ?? 'text';
}

/** Whether a JSON number represents all values of a `numeric`: they have at most 15 digits. */
function isExact(modifier: number): boolean {
  return modifier >= 4 && (modifier - 4) >>> 16 <= 15;
}
