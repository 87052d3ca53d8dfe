import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../definitions/shop/create-database.mjs';
import { askServer, ways } from '../kit/ask-server.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';

await linkSqlite();

/** A copy of the built server, with its database where the definition says. */
async function installShop(): Promise<string> {
  const folder = makeFolder();
  linkPackages(folder);
  cpSync('dist/shop', path.join(folder, 'dist/shop'), { recursive: true });
  await createDatabase(path.join(folder, 'dist/shop/shop.db'));
  return path.join(folder, 'dist/shop/server.mjs');
}

describe.each(ways)('the shop over $carrier in $revision', (way) => {
  const asked = installShop().then((server) => askServer(server, way));
  const call = async (name: string, input: object) => (await (await asked).call(name, input)).result;
  afterAll(async () => (await asked).close());

  test('products are found and sorted', async () => {
    const { structuredContent } = await call('search_products', { text: 'CUP', sort: 'stock' });
    expect(structuredContent).toMatchObject({
      rows: [
        { name: 'Teacup with saucer', stock: 0 },
        { name: 'Espresso cup', stock: 3 },
      ],
      more: false,
    });
    expect((await call('search_products', { text: 'cup', in_stock: true })).structuredContent).toMatchObject({
      rows: [{ name: 'Espresso cup' }],
    });
  });

  test('a customer is found or not', async () => {
    const found = await call('find_customer', { email: 'ADA@example.com' });
    expect(found.structuredContent).toMatchObject({ row: { id: 1, name: 'Ada Norén' } });
    expect((await call('find_customer', { email: 'no@example.com' })).structuredContent).toEqual({ row: null });
  });

  test('orders have totals and come in pages', async () => {
    const first = (await call('list_orders', {})).structuredContent as { rows: object[]; nextCursor: string };
    expect(first.rows).toMatchObject([
      { id: 5, total_cents: 7800 },
      { id: 4, total_cents: 4500 },
      { id: 3, total_cents: 1800 },
    ]);
    const { structuredContent } = await call('list_orders', { cursor: first.nextCursor });
    expect(structuredContent).toMatchObject({ rows: [{ id: 2 }, { id: 1 }] });
    expect(structuredContent).not.toHaveProperty('nextCursor');
    const filtered = await call('list_orders', { customer: 1, status: ['sent'] });
    expect(filtered.structuredContent).toMatchObject({ rows: [{ id: 1, total_cents: 12_000 }] });
  });

  test('an item is added with its stock, or nothing happens', async () => {
    const added = await call('add_item', { order: 3, product: 2, quantity: 1 });
    expect(added.structuredContent).toEqual({ order_id: 3, product_id: 2, quantity: 3 });
    expect(await call('add_item', { order: 3, product: 2, quantity: 3 })).toMatchObject({ isError: true });
    expect(await call('add_item', { order: 1, product: 1 })).toMatchObject({ isError: true });
    const { structuredContent } = await call('search_products', { text: 'espresso' });
    expect(structuredContent).toMatchObject({ rows: [{ stock: 2 }] });
    expect((await call('get_order', { order: 3 })).structuredContent).toEqual({
      rows: [{ name: 'Espresso cup', quantity: 3, price_cents: 900 }],
      more: false,
    });
  });
});
