// The work of the three tools, the same for all servers: the `redis` package, and `fetch` for the API.
import { createClient } from 'redis';

const { SHOP_API: api, SHOP_REDIS: url } = process.env;
const redis = createClient({ url });
// Commands wait until the connection is open.
void redis.connect();

/** Searches the API, and adds the ranks of products that are popular. */
export async function search({ category, min_price, max_price, limit }) {
  const query = new URLSearchParams({ category, min_price, max_price, limit });
  const [found, popular] = await Promise.all([
    getJson(`/products/search?${query}`),
    redis.zRange('bench:popular', 0, 9, { REV: true }),
  ]);
  const ids = popular.map((member) => Number(member.slice(member.indexOf(':') + 1)));
  const ranks = new Map(ids.map((id, index) => [id, index + 1]));
  const products = found.products.map(({ id, sku, name, price, rating }) => ({
    id,
    sku,
    name,
    price,
    rating,
    popularity_rank: ranks.get(id) ?? 0,
  }));
  return { category, total_found: found.total_found, products, top10_popular_ids: ids };
}

/** Reads a cart, then at the same time its first product from the API and the first five orders of its user. */
export async function readCart({ user_id }) {
  const cart = await redis.hGetAll(`bench:cart:${user_id}`);
  const items = JSON.parse(cart.items ?? '[]');
  const [, history] = await Promise.all([
    getJson(`/products/${items[0]?.product_id ?? 1}`),
    redis.lRange(`bench:history:${user_id}`, 0, 4),
  ]);
  return {
    user_id,
    cart: { items, item_count: items.length, estimated_total: Number(cart.total ?? 0) },
    recent_history: history.map((entry) => JSON.parse(entry)),
  };
}

/** Lets the API calculate an order, and at the same time counts it and adds it to the history and to the popular products. */
export async function order({ user_id, items }) {
  const now = Date.now();
  const entry = JSON.stringify({ order_id: `ORD-${user_id}-${now}`, items, ts: Math.floor(now / 1000) });
  const number = Number(user_id.slice(user_id.lastIndexOf('-') + 1)) % 100;
  const [sum, count] = await Promise.all([
    getJson('/cart/calculate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_id, items }),
    }),
    redis.incr(`bench:ratelimit:user-${String(number).padStart(5, '0')}`),
    redis.rPush(`bench:history:${user_id}`, entry),
    redis.zIncrBy('bench:popular', 1, `product:${items[0]?.product_id ?? 1}`),
  ]);
  return {
    order_id: sum.order_id,
    user_id,
    total: sum.total,
    items_count: items.length,
    rate_limit_count: count,
    status: 'confirmed',
  };
}

async function getJson(path, options) {
  const response = await fetch(api + path, options);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
