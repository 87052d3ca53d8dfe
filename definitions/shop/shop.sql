-- Tables and rows of the shop. `npm run servers` creates dist/shop/shop.db from this file.
create table customers (
  id integer primary key,
  name text not null,
  email text not null unique,
  city text
);

create table products (
  id integer primary key,
  name text not null,
  category text not null check (category in ('cups', 'plates', 'lamps')),
  price_cents integer not null check (price_cents > 0),
  stock integer not null check (stock >= 0)
);

create table orders (
  id integer primary key,
  customer_id integer not null references customers (id),
  status text not null default 'open' check (status in ('open', 'paid', 'sent', 'canceled')),
  placed_on text not null
);

create table order_items (
  order_id integer not null references orders (id),
  product_id integer not null references products (id),
  quantity integer not null check (quantity > 0),
  primary key (order_id, product_id)
) without rowid;

create index orders_by_customer on orders (customer_id, placed_on);

insert into customers (id, name, email, city) values
  (1, 'Ada Norén', 'ada@example.com', 'Lund'),
  (2, 'Bo Sand', 'bo@example.com', 'Malmö'),
  (3, 'Chen Li', 'chen@example.com', null);

insert into products (id, name, category, price_cents, stock) values
  (1, 'Mug', 'cups', 1200, 40),
  (2, 'Espresso cup', 'cups', 900, 3),
  (3, 'Teacup with saucer', 'cups', 2100, 0),
  (4, 'Dinner plate', 'plates', 1800, 25),
  (5, 'Bread plate', 'plates', 1100, 60),
  (6, 'Reading lamp', 'lamps', 7900, 7),
  (7, 'Lantern', 'lamps', 4500, 12);

insert into orders (id, customer_id, status, placed_on) values
  (1, 1, 'sent', '2026-01-14'),
  (2, 2, 'paid', '2026-02-02'),
  (3, 1, 'open', '2026-02-02'),
  (4, 3, 'open', '2026-02-20'),
  (5, 1, 'open', '2026-03-01');

insert into order_items (order_id, product_id, quantity) values
  (1, 1, 4),
  (1, 4, 4),
  (2, 6, 1),
  (3, 2, 2),
  (4, 7, 1),
  (5, 1, 1),
  (5, 5, 6);
