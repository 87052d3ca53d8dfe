import { listQuoted } from '../list-quoted.js';
import { kindOf } from '../engines/postgres/type-facts.js';
import type { CatalogColumn } from './catalog.js';
import { printQualified } from './sql-names.js';

/** Row of `pg_type`. */
export interface TypeRow {
  readonly id: number;
  readonly name: string;
  readonly schema: string;
  /** `b`: base type or array. `d`: domain. `e`: enumerated type. */
  readonly kind: string;
  readonly category: string;
  readonly item: number;
  readonly base: number;
  readonly modifier: number;
  readonly baseName: string | null;
  readonly labels: readonly string[] | null;
}

/** Row of `pg_attribute`. */
export interface ColumnRow {
  readonly table: number;
  readonly name: string;
  readonly type: number;
  readonly modifier: number;
  readonly typeName: string;
  readonly isNotNull: boolean;
  readonly isGenerated: boolean;
  readonly default: string | null;
  readonly comment: string | null;
}

type TypeInfo = Pick<CatalogColumn, 'type' | 'kind' | 'isArray' | 'enum' | 'enumType'>;

const textTypes: ReadonlySet<string> = new Set(['text', 'varchar', 'bpchar', 'name']);

/** Reads columns with the types of a database. */
export class PostgresColumns {
  readonly #types: ReadonlyMap<number, TypeRow>;
  readonly #defaultSchema: string;

  constructor(types: readonly TypeRow[], defaultSchema: string) {
    this.#types = new Map(types.map((type) => [type.id, type]));
    this.#defaultSchema = defaultSchema;
  }

  read(row: ColumnRow, isIndexed: boolean, checked: readonly string[] | undefined): CatalogColumn {
    const type = this.#readType(this.#types.get(row.type), row.typeName, row.modifier);
    const isSerial = row.default?.startsWith('nextval(') === true;
    const isChecked = checked !== undefined && type.kind === 'text' && !type.isArray && !type.enum;
    return {
      name: row.name,
      ...type,
      isNullable: !row.isNotNull,
      isIndexed,
      ...((row.isGenerated || isSerial) && { isGenerated: true }),
      ...(row.default !== null && { default: readDefault(row.default) }),
      ...(searchTypes.has(this.#types.get(row.type)?.name ?? '') && { isSearchData: true }),
      ...(isChecked && { enum: checked }),
      ...(row.comment !== null && { comment: row.comment }),
    };
  }

  #readType(type: TypeRow | undefined, name: string, modifier: number): TypeInfo {
    if (type?.kind === 'd') {
      return this.#readType(this.#types.get(type.base), type.baseName ?? 'text', type.modifier);
    }
    if (type?.kind === 'e') {
      const { schema } = type;
      const enumType = { ...(schema !== this.#defaultSchema && { schema }), name: type.name };
      const labels = type.labels ?? [];
      return { type: printQualified(enumType, 'postgres'), kind: 'text', enum: labels, enumType };
    }
    const item = type?.category === 'A' ? this.#types.get(type.item) : undefined;
    if (item && item.kind !== 'd') {
      const info = this.#readType(item, name.replaceAll('[]', ''), modifier);
      return info.kind === 'other' ? info : { ...info, type: `${info.type}[]`, isArray: true };
    }
    if (type?.name === 'citext') return { type: 'citext', kind: 'text' };
    const isBuiltIn = type?.schema === 'pg_catalog' && type.kind !== 'm';
    // The schema of a type of an extension would need the extension.
    if (!isBuiltIn) return { type: 'text', kind: 'other' };
    const kind = kindOf({ isBuiltIn, plainName: type.name }, modifier);
    return { type: name, kind: kind === 'text' && !textTypes.has(type.name) ? 'other' : kind };
  }
}

/** Types of search indexes; all but one belong to the extension `vector`. */
const searchTypes: ReadonlySet<string> = new Set(['tsvector', 'vector', 'halfvec', 'sparsevec']);

/** Reads the expression of a default, as PostgreSQL prints it: `'open'::order_status`. */
function readDefault(expression: string): { readonly literal?: string } {
  const [, literal] =
    /^\(?('(?:[^'\\]|'')*'|-?\d+(?:\.\d+)?|true|false)\)?(?:::[\w ".[\](),]+)?$/u.exec(expression) ?? [];
  return literal === undefined ? {} : { literal };
}

/** Returns the values of a check such as `CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text])))`. */
export function findCheckedValues(definition: string): readonly string[] | undefined {
  const list =
    /^CHECK \(\(\(?(?:\w+|"(?:[^"]|"")+")\)?(?:::text)? = ANY \(\(?ARRAY\[((?:'(?:[^']|'')*'::[a-z ]+(?:, )?)+)\]\)?(?:::text\[\])?\)\)\)$/u.exec(
      definition,
    )?.[1];
  if (list === undefined) return undefined;
  return listQuoted(list);
}
