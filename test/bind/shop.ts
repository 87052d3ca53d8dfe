import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll } from 'vitest';
import { openSqlite } from '../declared-tools/open-sqlite.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';

/** Address of the server for its clients. */
export const resource = 'https://shop.example/mcp';

const definition = `
server: { name: shop, version: 1.0.0, code: { allow: [all], confirm: never }, trustedHeaders: [X-Region] }
auth: { issuers: ['\${SHOP_ISSUER}'], resource: ${resource} }
databases:
  shop: { kind: sqlite, url: { env: SHOP_DB }, schema: ./schema.sql }
tools:
  list_orders:
    description: Lists orders.
    inputSchema:
      type: object
      properties:
        tenant_key: { $ref: '#/$defs/TenantKey', bind: { from: auth.claims.tenant, stdio: { env: SHOP_STDIO } } }
        customer: { type: integer, description: Customer., default: 1 }
      required: [tenant_key]
      $defs: { TenantKey: { type: string, description: Tenant., pattern: '^[a-z]+$' } }
    sql: { statement: 'select id, item from orders where tenant = {{tenant_key}} and customer = {{customer}} order by id' }
  confirm:
    description: Confirms something.
    task: { support: optional, ttlMs: 600000, pollIntervalMs: 5 }
    inputSchema:
      type: object
      properties:
        tenant_key: { type: string, bind: { from: "auth.claims['https://shop.example/tenants'].main", stdio: demo } }
        tenant_user: { type: string, bind: { from: auth.subject, stdio: nobody } }
        tenant_count: { type: integer, bind: { env: SHOP_COUNT } }
        tenant_kind: { enum: [gold], bind: { value: gold } }
    elicitations:
      sure:
        message: Sure?
        requestedSchema: { type: object, properties: { ok: { type: boolean } }, required: [ok] }
  region:
    description: Returns the region.
    inputSchema:
      type: object
      properties: { tenant_region: { type: string, bind: { header: X-Region, stdio: none } } }
openapi:
  stock: { document: ./stock.yaml, tools: { listStock: { bind: &bind { tenant_key: { from: auth.claims.tenant, stdio: demo } } }, getFile: { bind: *bind } } }
  found: { document: ./stock.yaml, prefix: found, mode: discover, tools: { listStock: { bind: *bind }, getFile: { bind: *bind } } }
`;

const stock = `
openapi: 3.1.0
info: { title: Stock, version: '1' }
servers: [{ url: 'http://127.0.0.1:9' }]
paths:
  /{tenant_key}/stock:
    parameters: [&tenant { name: tenant_key, in: path, required: true, schema: { type: string, examples: [tenantexample] } }]
    get:
      operationId: listStock
      description: Lists the stock.
      parameters: [{ name: color, in: query, schema: { type: string } }]
      responses: { '200': { description: Stock., content: { application/json: { schema: { type: object } } } } }
  /{tenant_key}/file:
    parameters: [*tenant]
    get:
      operationId: getFile
      description: Returns a file.
      responses: { '200': { description: A file., content: { application/zip: { schema: { type: string, format: binary } } } } }
`;

const schema =
  'create table orders (id integer primary key, tenant text not null, customer integer not null, item text not null);';

/** Definition of a server whose argument has no value on stdio. */
export const httpOnly = {
  'definitions/s.mcp.yaml': `
server: { name: s, version: 1.0.0 }
auth: { issuers: ['https://login.example'], resource: ${resource} }
tools:
  whose:
    description: Returns the tenant.
    inputSchema: { type: object, properties: { tenant: { type: string, bind: { from: auth.claims.tenant } } } }
`,
};

/** Project of a shop with several tenants. */
export const files = {
  'definitions/shop.mcp.yaml': definition,
  'definitions/stock.yaml': stock,
  'definitions/schema.sql': schema,
  // The attacks are quicker than a caller may be.
  'handlers/server.ts': 'export const options = { callsPerSecond: 100_000 };\n',
  'handlers/tools/confirm.ts': `import type { Confirm } from '../../generated/handlers.ts';
export const confirm: Confirm = async ({ tenant_key, tenant_user, tenant_count, tenant_kind }, { elicitations }) => {
  const { action } = await elicitations.sure();
  return [tenant_key, tenant_user, tenant_count + 1, tenant_kind, action].join(' ');
};
`,
  'handlers/tools/region.ts': `import type { Region } from '../../generated/handlers.ts';
export const region: Region = ({ tenant_region }) => tenant_region;
`,
};

/** Starts what the shop uses; returns its environment variables. */
export async function startBackends(issuer: string): Promise<{ readonly [name: string]: string }> {
  await linkSqlite();
  const file = path.join(makeFolder({}), 'shop.db');
  openSqlite(
    file,
    `${schema} insert into orders values (1, 'acme', 1, 'acme tea'), (2, 'globex', 1, 'globex tea'), (3, 'demo', 1, 'demo tea');`,
  );
  const api = createServer(({ url = '' }, response) => {
    if (url.endsWith('/file')) {
      response.writeHead(200, { 'Content-Type': 'application/zip' }).end(Buffer.alloc(300_000));
    } else {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ asked: url }));
    }
  });
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  afterAll(() => void api.close().closeAllConnections());
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  return {
    SHOP_ISSUER: issuer,
    SHOP_DB: file,
    SHOP_STDIO: 'demo',
    SHOP_COUNT: '41',
    SHOP__STOCK__BASE_URL: url,
    SHOP__FOUND__BASE_URL: url,
  };
}
