/** Random numbers, the same in every run. */
export type Random = (below: number) => number;

/** Returns random numbers for a seed. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return (state >> 9) % below;
  };
}

/** Tables of the queries, with rows that do not match each other, and nulls where they are allowed. */
export const tables = [
  'create table a(x int not null, y int, k integer primary key, s varchar(9) not null)',
  'create table b(x int not null, y int, k int not null, s varchar(9))',
  'create table e(x int not null, y int, k int not null, s varchar(9) not null)',
  'create view v as select a.x, b.y, a.k, b.s from a left join b on a.x = b.x',
] as const;

/** Rows of {@link tables}. The table `e` is empty. */
export const rows = [
  `insert into a values (1, null, 1, 'p'), (2, 5, 2, 'q'), (3, 6, 3, 'p')`,
  `insert into b values (1, 7, 1, 'q'), (9, null, 3, null)`,
] as const;

const words = { sqlite: ['left join', 'right join', 'full join'], mysql: ['left join', 'right join'] };

/** Makes queries of {@link tables}: joins, subqueries, aggregates, windows, unions. All have the columns x, y and k. */
export function randomQuery(random: Random, kind: 'sqlite' | 'mysql', depth = 0): string {
  const pick = (...choices: readonly string[]): string => choices[random(choices.length)] ?? '';
  const plain = () =>
    pick('a', 'b', 'a', 'b', 'e', 'v', kind === 'sqlite' ? `"v"` : '`v`', kind === 'sqlite' ? `[a]` : 'a');
  const source = (): string => (depth > 1 || random(4) > 0 ? plain() : `(${randomQuery(random, kind, depth + 1)})`);
  const joined = random(3);
  let from = `${source()} t0`;
  for (let index = 1; index <= joined; index++) {
    const join = pick('join', 'join', 'inner join', 'cross join', ...words[kind]);
    const on = join === 'cross join' ? '' : ` on t${index}.x = t${pick(String(index - 1), '0')}.${pick('x', 'x', 'k')}`;
    from += ` ${join} ${source()} t${index}${on}`;
  }
  const column = () => `t${random(joined + 1)}.${pick('x', 'y', 'k')}`;
  const expression = (): string =>
    pick(
      column(),
      column(),
      column(),
      column(),
      `max(${column()})`,
      `coalesce(${column()}, 0)`,
      `count(*)`,
      '1',
      `'z'`,
      `(select x from a where x > ${random(5)})`,
      `exists (select x from b where x > ${random(12)})`,
      `sum(${column()})`,
      `${column()} = ${column()}`,
      `${column()} is null`,
      `${column()} + 1`,
      '1.5',
      `upper('z')`,
      `count(*) over ()`,
      `lag(${column()}) over (order by ${column()})`,
      `nullif(${column()}, 1)`,
      `-${column()}`,
      `case when ${column()} > 1 then ${column()} end`,
      `cast(${column()} as char)`,
      `${column()} in (1, 2)`,
    );
  const clause = () =>
    pick(
      '',
      '',
      `where t0.x > 2`,
      `where t0.x in (select x from b)`,
      'where 1 = 0',
      'order by 1 limit 2',
      'group by 1',
      `where ${column()} is not null`,
      `group by t0.x, t0.k`,
      `group by t0.k having count(*) > 0`,
      `where t0.s = 'p'`,
      ...(kind === 'mysql' ? ['group by 1 with rollup'] : [`where ${column()} is not distinct from ${column()}`]),
    );
  const shape = random(12);
  if (shape === 0 && depth < 2) {
    const [one, other] = [randomQuery(random, kind, 2), randomQuery(random, kind, 2)];
    return /\b(?:limit|union)\b/u.test(one + other) ? one : `${one} ${pick('union all', 'union')} ${other}`;
  }
  if (shape === 1 && depth === 0)
    return `with c as (${randomQuery(random, kind, 1)}) select c.x x, c.y y, c.k k from c`;
  if (shape === 2)
    return `select ${pick('', 'distinct ')}${column()} x, ${column()} y, count(*) k from ${from} ${clause()}`;
  return `select ${expression()} as x, ${expression()} as y, ${column()} k from ${from} ${clause()}`;
}
