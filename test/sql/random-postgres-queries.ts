import { randomOf, type Random } from './random-query.js';

/** Tables whose columns are full of nulls wherever they may be. */
export const nullSchema = `
create table a (x int not null, y int, k int not null, s text not null);
create table b (x int not null, y int, k int not null, s text not null);
create table p (x int not null, y int, k int not null, s text not null);
create table q () inherits (p);
create view v as select a.x, b.y, a.k, b.s from a left join b on a.x = b.x;
create view w as select x, coalesce(y, 0) as y, k, s from a union all select x, k, k, s from p;
insert into a values (1, null, 1, 'A'), (2, 5, 1, 'b'), (3, 6, 2, 'c');
insert into b values (1, 7, 1, 'd'), (9, null, 3, 'e');
insert into p values (1, 2, 3, 'p');
insert into q values (2, null, 4, 'q');
`;

/** Yields random queries with three columns over the tables. */
export function* randomQueries(seed: number, count: number): Generator<string> {
  const queries = new QueryMaker(randomOf(seed));
  for (let made = 0; made < count;) {
    const query = queries.query(0);
    if (query.length > 3000) continue;
    made++;
    yield query;
  }
}

class QueryMaker {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  query(depth: number): string {
    const kind = this.#random(depth < 3 ? 14 : 11);
    if (kind === 11)
      return `${this.#arm(depth)} ${this.#pick('union all', 'union', 'except', 'intersect')} ${this.#arm(depth)}`;
    if (kind === 12) {
      const cte = `c as ${this.#pick('', 'materialized ')}(${this.query(depth + 1)})`;
      return `with ${cte} select t0.x as x, ${this.#pick('t0.y', 't1.y')} as y, t1.k as k, '' as s from c t0 ${this.#pick('join', 'left join', 'full join')} c t1 on t0.x = t1.k`;
    }
    const { text, last } = this.#from(depth);
    if (kind === 0) return this.#grouped(text, last);
    if (kind === 1) return this.#aggregated(text, last);
    const where = this.#pick(
      '',
      `where t0.x > ${this.#random(3)}`,
      'where false',
      `where ${this.#column(last)} is null`,
    );
    return `select ${this.#value(last)} as x, ${this.#value(last)} as y, ${this.#value(last)} as k, ${this.#text(last)} as s from ${text} ${where}`;
  }

  #arm(depth: number): string {
    const query = this.query(depth + 1);
    return `(select x, y, k, s from (${query}) arm)`;
  }

  #grouped(from: string, last: number): string {
    const value = this.#value(last);
    const [x, y] = this.#pick(
      ['t0.x', 't0.y'],
      [`coalesce(t0.y, 0)`, 't0.y'],
      [`t0.x + 1`, `(case when t0.y > 1 then 1 else 2 end)`],
    );
    const sets = this.#pick('', 'rollup ', 'cube ', 'grouping sets ');
    const counted = this.#pick('count(*)::int', `coalesce(max(${value}), 0)`, `min(${value})`, 'grouping(' + x + ')');
    return `select ${x} as x, ${y} as y, ${counted} as k, '' as s from ${from} group by ${sets}(${x}, ${y})`;
  }

  #aggregated(from: string, last: number): string {
    const first = this.#pick('max', 'min', 'sum');
    return `select ${first}(${this.#value(last)})::int as x, count(${this.#column(last)})::int as y, count(*)::int + 1 as k, max(t0.s) as s from ${from} where t0.x > ${this.#random(4)}`;
  }

  /** Makes a `from` clause with the tables `t0` to `t<last>`. */
  #from(depth: number): { readonly text: string; readonly last: number } {
    const last = this.#random(3);
    let text = `${this.#source(depth)} t0`;
    for (let index = 1; index <= last; index++) {
      const join = this.#pick('join', 'left join', 'right join', 'full join', 'cross join', 'lateral');
      const condition = `on t${index}.x = t${this.#random(index)}.x`;
      if (join === 'cross join') text += ` cross join ${this.#source(depth)} t${index}`;
      else if (join === 'lateral') {
        text += ` ${this.#pick('left', 'inner')} join lateral (select t${index - 1}.x, l.y, t0.k, l.s from ${this.#pick('a', 'b', 'v')} l where l.k = t0.k) t${index} on ${this.#pick('true', 'false')}`;
      } else text += ` ${join} ${this.#source(depth)} t${index} ${condition}`;
    }
    // A lateral reference must not cross a right or full join.
    return /(?:right|full) join/u.test(text) && text.includes('lateral') ? this.#from(depth) : { text, last };
  }

  #source(depth: number): string {
    const table = this.#pick('a', 'b', 'v', 'w', 'p', 'query', 'query', 'join');
    if (table === 'join' && depth < 3) {
      const join = this.#pick('join', 'left join', 'right join', 'full join');
      return `(select ${this.#pick('m.x', 'n.x', 'x')} as x, n.y, m.k, n.s from ${this.#pick('a', 'v')} m ${join} b n using (x))`;
    }
    return table === 'join' || (table === 'query' && depth > 2)
      ? 'a'
      : table === 'query'
        ? `(${this.query(depth + 1)})`
        : table;
  }

  #column(last: number): string {
    return `t${this.#random(last + 1)}.${this.#pick('x', 'y', 'k')}`;
  }

  #text(last: number): string {
    const column = `t${this.#random(last + 1)}.s`;
    return this.#pick(
      column,
      `lower(${column})`,
      `${column} || 'x'`,
      `coalesce(${column}, '')`,
      `nullif(${column}, 'A')`,
    );
  }

  #value(last: number): string {
    const column = this.#column(last);
    const other = this.#column(last);
    return this.#pick(
      column,
      column,
      column,
      `coalesce(${column}, ${other})`,
      `coalesce(${column}, 0)`,
      `case when ${column} > 1 then ${other} else ${this.#column(last)} end`,
      `case ${column} when 1 then ${other} end`,
      `(select x from a where x > ${this.#random(5)} limit 1)`,
      `nullif(${column}, 1)`,
      `${column} + ${other}`,
      `(${column} * 2)::int8::int`,
      `(${column} > ${other})::int`,
      `(${column} is distinct from ${other})::int`,
      `abs(${column})`,
      `greatest(${column}, ${other})`,
      `(array[${column}])[1]`,
      '1',
    );
  }

  #pick<Item>(...items: readonly Item[]): Item {
    return items[this.#random(items.length)] as Item;
  }
}
