/** A server with a tool of each kind. */
export const declaredShop = {
  'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0, docsPage: true }
databases:
  shop_db: { kind: sqlite, file: ./shop.db, schema: ./schema.sql }
tools:
  find_orders:
    description: Finds orders.
    inputSchema:
      type: object
      properties: { customer: { type: integer, description: Id of the customer. } }
      required: [customer]
    sql:
      statement: |
        select id, total from orders
        where customer_id = {{customer}}
  move_orders:
    description: Moves orders.
    inputSchema:
      type: object
      properties: { from: { type: integer, description: Id. }, to: { type: integer, description: Id. } }
      required: [from, to]
    sql:
      steps:
        - statement: update orders set customer_id = {{to}} where customer_id = {{from}}
        - statement: select count(*) as count from orders where customer_id = {{to}}
  track:
    description: Tracks a parcel.
    inputSchema: { type: object, properties: { parcel: { type: string, description: Number. } }, required: [parcel] }
    http: { method: GET, url: 'https://parcels.example.com/v1/{{parcel}}/state' }
  policy:
    description: Says how returns work.
    inputSchema: { type: object }
    result: Within 30 days.
  handled:
    description: Has a handler.
    inputSchema: { type: object }
`,
  'definitions/schema.sql':
    'create table orders (id integer primary key, customer_id integer not null, total integer not null);\n',
  'package.json': '{ "name": "shop", "type": "module" }',
};
