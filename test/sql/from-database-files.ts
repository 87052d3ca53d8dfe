/** Files of the projects that the tests create from databases. */

export const shopDefinition = `# yaml-language-server: $schema=../generated/definition.schema.json
# Generated from the tables of a database.
server:
  name: my-server
  title: My server
  description: Reads the database shop.
  version: 1.0.0
databases:
  shop:
    kind: sqlite
    url:
      env: DATABASE_URL
    schema: ./schema.sql
tools:
  list_customers:
    description: Lists rows of the table customers.
    inputSchema:
      type: object
      properties:
        active:
          type: boolean
          description: Filters by active.
        since_from:
          type: string
          description: Earliest since.
        since_to:
          type: string
          description: Latest since.
    sql:
      statement: |
        select id, name, active, since
        from customers
        where ({{active}} is null or active = {{active}})
          and ({{since_from}} is null or since >= {{since_from}})
          and ({{since_to}} is null or since <= {{since_to}})
      limit: 100
      page:
        by:
          - id
  get_customer:
    description: Returns the row of customers with a given id, or null.
    inputSchema:
      type: object
      properties:
        id:
          type: integer
          description: Primary key.
      required:
        - id
    sql:
      statement: |
        select id, name, active, since
        from customers
        where id = {{id}}
      rows: maybe-one
  search_customers:
    description: Finds rows of customers that contain a text in name.
    inputSchema:
      type: object
      properties:
        query:
          type: string
          minLength: 1
          description: Text. \`%\` and \`_\` are wildcards.
      required:
        - query
    sql:
      statement: |
        select id, name, active, since
        from customers
        where name like '%' || {{query}} || '%'
      limit: 100
      page:
        by:
          - id
  list_orders:
    description: Lists rows of the table orders.
    inputSchema:
      type: object
      properties:
        customer_id:
          type: integer
          description: Filters by customer_id. Refers to customers.
        status:
          type: string
          enum:
            - open
            - paid
          description: Filters by status.
        note:
          type: string
          description: Filters by note.
    sql:
      statement: |
        select id, customer_id, status, note
        from orders
        where ({{customer_id}} is null or customer_id = {{customer_id}})
          and ({{status}} is null or status = {{status}})
          and ({{note}} is null or note = {{note}})
      limit: 100
      page:
        by:
          - id
      columns:
        customer_id:
          description: Refers to customers.
  get_order:
    description: Returns the row of orders with a given id, or null.
    inputSchema:
      type: object
      properties:
        id:
          type: integer
          description: Primary key.
      required:
        - id
    sql:
      statement: |
        select id, customer_id, status, note
        from orders
        where id = {{id}}
      rows: maybe-one
      columns:
        customer_id:
          description: Refers to customers.
  search_orders:
    description: Finds rows of orders that contain a text in note.
    inputSchema:
      type: object
      properties:
        query:
          type: string
          minLength: 1
          description: Text. \`%\` and \`_\` are wildcards.
      required:
        - query
    sql:
      statement: |
        select id, customer_id, status, note
        from orders
        where note like '%' || {{query}} || '%'
      limit: 100
      page:
        by:
          - id
      columns:
        customer_id:
          description: Refers to customers.
  list_paid_orders:
    description: Lists rows of the view paid_orders.
    inputSchema:
      type: object
    sql:
      statement: |
        select id, customer_id
        from paid_orders
      limit: 100
`;

export const shopSchema = `-- Tables as far as statements need them, so that \`generate\` needs no database. After a change of the database:
-- change them here, or run \`generate --database\`.

create table customers (
  id INTEGER not null,
  name TEXT not null,
  password_hash TEXT,
  active boolean not null default 1,
  since date,
  primary key (id)
);

create table orders (
  id INTEGER not null,
  customer_id INTEGER not null,
  status TEXT not null default 'open' check (status in ('open', 'paid')),
  note TEXT,
  primary key (id)
);

-- A view
create table paid_orders (
  id INTEGER,
  customer_id INTEGER
);
`;

export const crmDefinition = `# yaml-language-server: $schema=../generated/definition.schema.json
# Generated from the tables of a database.
server:
  name: my-server
  title: My server
  description: Reads the database crm.
  version: 1.0.0
databases:
  crm:
    kind: postgres
    url:
      env: DATABASE_URL
    schema: ./schema.sql
tools:
  list_big_orders:
    description: Lists rows of the view big_orders.
    inputSchema:
      type: object
      properties:
        status:
          type: string
          enum:
            - open
            - paid
          description: Filters by status.
    sql:
      statement: |
        select id, status, total
        from big_orders
        where ({{status}} is null or status = {{status}})
      limit: 100
  list_orders:
    description: Lists rows of the table orders. Orders of customers.
    inputSchema:
      type: object
      properties:
        customer_id:
          type: integer
          description: Filters by customer_id. Refers to customers.id.
        status:
          type: string
          enum:
            - open
            - paid
          description: Filters by status.
        placed_at_from:
          type: string
          format: date-time
          description: Earliest placed_at.
        placed_at_to:
          type: string
          format: date-time
          description: Latest placed_at.
    sql:
      statement: |
        select id, customer_id, status, total, placed_at, note
        from orders
        where ({{customer_id}} is null or customer_id = {{customer_id}})
          and ({{status}} is null or status = {{status}})
          and ({{placed_at_from}} is null or placed_at >= {{placed_at_from}})
          and ({{placed_at_to}} is null or placed_at <= {{placed_at_to}})
      limit: 100
      page:
        by:
          - id
      columns:
        customer_id:
          description: Refers to customers.id.
  get_order:
    description: Returns the row of orders with a given id, or null. Orders of customers.
    inputSchema:
      type: object
      properties:
        id:
          type: string
          format: uuid
          description: Primary key.
      required:
        - id
    sql:
      statement: |
        select id, customer_id, status, total, placed_at, note
        from orders
        where id = {{id}}
      rows: maybe-one
      columns:
        customer_id:
          description: Refers to customers.id.
  search_orders:
    description: Finds rows of orders that contain a text in note. Orders of customers.
    inputSchema:
      type: object
      properties:
        query:
          type: string
          minLength: 1
          description: Text. \`%\` and \`_\` are wildcards.
      required:
        - query
    sql:
      statement: |
        select id, customer_id, status, total, placed_at, note
        from orders
        where note ilike '%' || {{query}} || '%'
      limit: 100
      page:
        by:
          - id
      columns:
        customer_id:
          description: Refers to customers.id.
`;

export const crmSchema = `-- Tables as far as statements need them, so that \`generate\` needs no database. After a change of the database:
-- change them here, or run \`generate --database\`.

create type order_status as enum ('open', 'paid');

-- A view
create table big_orders (
  id uuid,
  status order_status,
  total numeric(12,2)
);

create table orders (
  id uuid not null,
  customer_id bigint not null,
  status order_status not null default 'open',
  total numeric(12,2) not null default 0,
  placed_at timestamp with time zone not null,
  note character varying(200),
  primary key (id)
);
comment on table orders is 'Orders of customers';
comment on column orders.note is 'What the customer wrote.';
`;
