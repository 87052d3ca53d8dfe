import { createClient } from 'redis';

const products = 100_000;

/** Id of a user in keys and arguments. */
export function userId(number) {
  return `user-${String(number).padStart(5, '0')}`;
}

/** Id of a product that follows from a number. */
const product = (number) => (number % products) + 1;

/**
 * Fills an empty database: carts of 10,000 users (hashes), 20 orders of each of 1,000 users (lists), scores of all
 * products (a sorted set), and 100 counters.
 */
export async function seedRedis(url) {
  const client = await createClient({ url }).connect();
  const commands = [...listCarts(), ...listOrders(), ...listScores()];
  for (let number = 0; number < 100; number += 1) commands.push(['SET', `bench:ratelimit:${userId(number)}`, '0']);
  // Few enough at once that replies do not pile up.
  for (let start = 0; start < commands.length; start += 2000) {
    await Promise.all(commands.slice(start, start + 2000).map((command) => client.sendCommand(command)));
  }
  await client.close();
}

function listCarts() {
  return Array.from({ length: 10_000 }, (_, index) => {
    const user = index + 1;
    const items = [
      { product_id: product(user * 7), qty: 1 + (user % 3) },
      { product_id: product(user * 13), qty: 1 + (user % 2) },
      ...(user % 3 === 0 ? [{ product_id: product(user * 17), qty: 1 }] : []),
    ];
    const total = items.reduce((sum, { product_id, qty }) => sum + qty * (((product_id * 100) % 9999) + 1), 0) / 100;
    const fields = {
      user_id: userId(user),
      items: JSON.stringify(items),
      created: '1740000000',
      expires: '1740086400',
      total: total.toFixed(2),
    };
    return ['HSET', `bench:cart:${userId(user)}`, ...Object.entries(fields).flat()];
  });
}

function listOrders() {
  return Array.from({ length: 1000 }, (_, index) => {
    const user = index + 1;
    const orders = Array.from({ length: 20 }, (_unused, place) => {
      const number = place + 1;
      return JSON.stringify({
        order_id: `ORD-${userId(user).slice(5)}-${String(number).padStart(2, '0')}`,
        product_id: product(user * number * 7),
        qty: 1 + (number % 3),
        price: (((user * number * 13) % 9999) + 1) / 100,
        ts: 1_740_000_000 + user * 86_400 + number * 3600,
      });
    });
    return ['RPUSH', `bench:history:${userId(user)}`, ...orders];
  });
}

function listScores() {
  const perCommand = 1000;
  return Array.from({ length: products / perCommand }, (_, part) => {
    const ids = Array.from({ length: perCommand }, (_unused, index) => part * perCommand + index + 1);
    return ['ZADD', 'bench:popular', ...ids.flatMap((id) => [String((id * 7) % 10_000), `product:${id}`])];
  });
}
