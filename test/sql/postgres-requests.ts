import type { ParameterFacts, PrepareRequest } from '../../generator/features/sql/engines/engine.js';
import { requestOf } from './prepare-request.js';

/** Tables of the tests. */
export const schema = `
create type order_status as enum ('open', 'paid', 'sent');
create domain email as text check (value like '%@%');
create domain price as numeric(10,2);
create type point3 as (x int, y int, z int);
create table customers (id int primary key, name text not null, mail email, score price, boss int references customers);
create table orders (
  id bigint generated always as identity primary key, customer_id int not null references customers,
  total numeric(14,2) not null, paid numeric(20,2), status order_status not null default 'open',
  placed_at timestamptz not null default now(), local_at timestamp, due date, at time, span interval,
  note text, code varchar(10) not null default '', ch char(3), tags text[] not null default '{}', meta jsonb, raw bytea,
  uid uuid, flag boolean, r real, d double precision, small smallint, money money, ip inet, statuses order_status[],
  place point3, bits bit(3)
);
comment on column orders.total is 'With tax.';
create table lines (order_id bigint not null references orders, position int not null, sku text, primary key (order_id, position));
create view order_names as select o.id, c.name, o.total from customers c left join orders o on c.id = o.customer_id;
create view numbered as select nextval('orders_id_seq') as n, id from customers;
create table base (a int not null);
create table heir () inherits (base);
create function touch(int) returns int language sql volatile as 'select $1';
create schema other;
create table other.things (id int not null, "Strange Name" text not null);
`;

const integer: Pick<ParameterFacts, 'type'> = { type: 'integer' };
const states: Pick<ParameterFacts, 'enum'> = { enum: ['open', 'paid'] };

/** Arguments of the statements. */
const facts: { readonly [name: string]: Omit<ParameterFacts, 'isOptional'> } = {
  id: integer,
  n: integer,
  tiny: { type: 'integer', minimum: 0, maximum: 100 },
  large: { type: 'integer', minimum: 0, maximum: 100_000 },
  ids: { type: 'array', items: { ...integer, isOptional: false } },
  names: { type: 'array', items: { type: 'string', isOptional: false } },
  states: { type: 'array', items: { ...states, isOptional: false } },
  status: { type: 'string', ...states },
  wrong: { type: 'string', enum: ['open', 'lost'] },
  name: { type: 'string' },
  digits: { type: 'string', pattern: String.raw`^\d+$` },
  date: { type: 'string', format: 'date' },
  moment: { type: 'string', format: 'date-time' },
  clock: { type: 'string', format: 'time' },
  span: { type: 'string', format: 'duration' },
  uid: { type: 'string', format: 'uuid' },
  raw: { type: 'string', isBase64: true },
  price: { type: 'number' },
  flag: { type: 'boolean' },
  filter: { type: 'object' },
  any: {},
};

/** Reads a statement. Arguments with a `?`, as in `{{name?}}`, are optional. */
export function readRequest(source: string, limit?: number): PrepareRequest {
  const optional = new Set([...source.matchAll(/\{\{(\w+)\?\}\}/gu)].map(([, name = '']) => name));
  const text = source.replaceAll('?}}', '}}');
  const used = Object.fromEntries(
    [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name = '']) => [
      name,
      { ...facts[name], isOptional: optional.has(name) },
    ]),
  );
  const { limit: _, ...request } = requestOf(text, 'postgres', used);
  return { ...request, ...(limit !== undefined && { limit }) };
}
