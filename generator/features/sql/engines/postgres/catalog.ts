import type { Catalog as KnownTables } from '../catalog.js';
import type { Session } from './session.js';
import { typeName, type TypeFacts } from './type-facts.js';

/** Column of a table or view. */
export interface ColumnFacts {
  readonly name: string;
  /** Whether its values are never null: a valid constraint of a table, and of all tables that inherit from it. */
  readonly isRequired: boolean;
  readonly comment?: string;
}

/** Table or view. */
export interface RelationFacts {
  /** Name with its schema, such as `public.orders`. */
  readonly name: string;
  /** `r`: table, `p`: partitioned table, `v`: view, … */
  readonly kind: string;
  /** Columns by their number. */
  readonly columns: ReadonlyMap<number, ColumnFacts>;
}

export interface FunctionFacts {
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** `i`: immutable, `s`: stable, `v`: volatile. */
  readonly volatility: string;
  readonly isStrict: boolean;
  /** Type of the first parameter; `''` for a function without parameters. */
  readonly parameter: string;
}

/** Facts of the system catalogs by object id. Each is read once. */
export class Catalog {
  readonly #session: Session;
  readonly #types = new Map<number, TypeFacts>();
  readonly #relations = new Map<number, RelationFacts>();
  readonly #functions = new Map<number, FunctionFacts>();
  readonly #views = new Map<number, string>();
  #tables: KnownTables['tables'] | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Reads types, with the types that they are made of. */
  async loadTypes(ids: Iterable<number>): Promise<ReadonlyMap<number, TypeFacts>> {
    const list = listMissing(ids, this.#types);
    if (list !== '') await this.#readTypes(list);
    return this.#types;
  }

  async #readTypes(ids: string): Promise<void> {
    const rows = await this.#session.query(typesQuery(ids));
    const byId = new Map(rows.map((row) => [Number(row[0]), row]));
    const convert = (id: number): TypeFacts | undefined => {
      const known = this.#types.get(id);
      const row = byId.get(id);
      if (known || !row) return known;
      const [, schema, name, items, base, labels] = row;
      const itemType = items ? convert(Number(items)) : undefined;
      const baseType = base ? convert(Number(base)) : undefined;
      const facts: TypeFacts = {
        id,
        name: itemType ? `${itemType.name}[]` : typeName(schema ?? '', name ?? ''),
        plainName: name ?? '',
        isBuiltIn: schema === 'pg_catalog',
        ...(itemType && { items: itemType }),
        ...(baseType && { base: baseType }),
        ...(labels && { enum: JSON.parse(labels) as readonly string[] }),
      };
      this.#types.set(id, facts);
      return facts;
    };
    for (const id of byId.keys()) convert(id);
  }

  /** Reads the modifiers of types as a statement writes them, such as `(14,2)`. Keys are `<type>:<modifier>`. */
  async describeModifiers(pairs: readonly (readonly [type: number, modifier: number])[]): Promise<Map<string, string>> {
    const values = pairs.filter(([, modifier]) => modifier >= 0).map(([type, modifier]) => `(${type}, ${modifier})`);
    if (values.length === 0) return new Map();
    const rows = await this.#session.query(
      `select t || ':' || m, substring(format_type(t::oid, m) from '[(][^)]*[)]') from (values ${values.join(', ')}) v(t, m)`,
    );
    return new Map(rows.map(([key, text]) => [key ?? '', text ?? '']));
  }

  async loadRelations(ids: Iterable<number>): Promise<ReadonlyMap<number, RelationFacts>> {
    const list = listMissing(ids, this.#relations);
    const rows = list === '' ? [] : await this.#session.query(relationsQuery(list));
    const found = new Map<number, { name: string; kind: string; columns: Map<number, ColumnFacts> }>();
    for (const [id, name, kind, number, column, isRequired, comment] of rows) {
      const relation = found.get(Number(id)) ?? { name: name ?? '', kind: kind ?? '', columns: new Map() };
      found.set(Number(id), relation);
      if (number === null || number === undefined) continue;
      const facts = { name: column ?? '', isRequired: isRequired === 'true', ...(comment && { comment }) };
      relation.columns.set(Number(number), facts);
    }
    for (const [id, relation] of found) this.#relations.set(id, relation);
    return this.#relations;
  }

  async loadFunctions(ids: Iterable<number>): Promise<ReadonlyMap<number, FunctionFacts>> {
    const list = listMissing(ids, this.#functions);
    const rows = list === '' ? [] : await this.#session.query(functionsQuery(list));
    for (const [id, schema, name, volatility, isStrict, parameter] of rows) {
      this.#functions.set(Number(id), {
        name: name ?? '',
        isBuiltIn: schema === 'pg_catalog',
        volatility: volatility ?? 'v',
        isStrict: isStrict === 'true',
        parameter: parameter ?? '',
      });
    }
    return this.#functions;
  }

  /** Reads the parse trees of views. */
  async loadViews(ids: Iterable<number>): Promise<ReadonlyMap<number, string>> {
    const list = listMissing(ids, this.#views);
    const query = `select ev_class::text, ev_action::text from pg_rewrite where ev_type = '1' and ev_class in (${list})`;
    const rows = list === '' ? [] : await this.#session.query(query);
    for (const [id, tree] of rows) this.#views.set(Number(id), tree ?? '');
    return this.#views;
  }

  /** Lists the tables and views of users. Those in the search path have no schema. */
  async listTables(): Promise<KnownTables> {
    if (this.#tables) return { tables: this.#tables };
    const rows = await this.#session.query(tablesQuery);
    const tables = rows.map(([name, columns, keys]) => ({
      name: name ?? '',
      columns: JSON.parse(columns ?? '[]') as string[],
      keys: JSON.parse(keys ?? '[]') as string[][],
    }));
    this.#tables = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
    return { tables: this.#tables };
  }

  async listFunctions(): Promise<readonly string[]> {
    const rows = await this.#session.query('select distinct proname::text from pg_proc order by 1');
    return rows.map(([name]) => name ?? '');
  }
}

function listMissing(ids: Iterable<number>, known: ReadonlyMap<number, unknown>): string {
  return [...new Set(ids)].filter((id) => id > 0 && !known.has(id)).join(', ');
}

function typesQuery(ids: string): string {
  return `with recursive needed(id) as (
    select oid from pg_type where oid in (${ids})
    union
    select p.id from needed n
      join pg_type t on t.oid = n.id
      left join pg_type e on e.typarray = t.oid
      cross join lateral (values (e.oid), (nullif(t.typbasetype, 0))) p(id)
    where p.id is not null
  )
  select t.oid::text, s.nspname::text, t.typname::text, e.oid::text, nullif(t.typbasetype, 0)::text,
    (select json_agg(l.enumlabel::text order by l.enumsortorder)::text from pg_enum l where l.enumtypid = t.oid)
  from needed n join pg_type t on t.oid = n.id join pg_namespace s on s.oid = t.typnamespace
  left join pg_type e on e.typarray = t.oid`;
}

/** A constraint of PostgreSQL 18 can be `not valid`, and inheriting tables can lack it. */
function relationsQuery(ids: string): string {
  return `select c.oid::text, s.nspname || '.' || c.relname, c.relkind::text, a.attnum::text, a.attname::text,
    (a.attnotnull and not exists (
      with recursive heirs(id) as (
        select c.oid union select i.inhrelid from pg_inherits i join heirs h on i.inhparent = h.id
      )
      select from heirs h join pg_class k on k.oid = h.id
      left join pg_attribute b on b.attrelid = h.id and b.attname = a.attname and not b.attisdropped
      where k.relkind not in ('r', 'p') or b.attnotnull is not true or exists (
        select from pg_constraint q
        where q.conrelid = h.id and q.contype = 'n' and not q.convalidated and q.conkey = array[b.attnum]
      )
    ))::text,
    d.description
  from pg_class c join pg_namespace s on s.oid = c.relnamespace
  left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_description d on d.objoid = c.oid and d.objsubid = a.attnum and d.classoid = 'pg_class'::regclass
  where c.oid in (${ids})`;
}

function functionsQuery(ids: string): string {
  return `select p.oid::text, s.nspname::text, p.proname::text, p.provolatile::text, p.proisstrict::text,
    format_type(p.proargtypes[0], null)
  from pg_proc p join pg_namespace s on s.oid = p.pronamespace where p.oid in (${ids})`;
}

/** Keys of a table are not those of tables that inherit from it. A key of PostgreSQL 18 can exclude overlapping ranges. */
const tablesQuery = `select case when pg_table_is_visible(c.oid) then '' else s.nspname || '.' end || c.relname,
  json_agg(a.attname::text order by a.attnum)::text,
  (select json_agg(k.columns order by k.indisprimary desc, k.indexrelid)::text from (
    select i.indisprimary, i.indexrelid, (
      select json_agg(b.attname::text order by b.attnum) from pg_attribute b
      where b.attrelid = c.oid and b.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1])
    ) as columns
    from pg_index i
    where i.indrelid = c.oid and i.indisunique and i.indisvalid and not i.indisexclusion
      and i.indpred is null and i.indexprs is null
      and (c.relkind <> 'r' or not exists (select from pg_inherits h where h.inhparent = c.oid))
  ) k)
from pg_class c join pg_namespace s on s.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relkind in ('r', 'p', 'v', 'm', 'f') and s.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
group by c.oid, c.relname, s.nspname order by 1`;
