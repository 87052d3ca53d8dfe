// Product API with 100,000 products in memory, in a process of its own so that its CPU time is not counted. It sorts and encodes
// products once, so that it stays faster than the servers.
import { createServer } from 'node:http';
import { categories, findProduct, products } from './products.mjs';

const encoded = products.map((product) => JSON.stringify(product));

/** Index of the first product of a category, sorted by price, for which `isReached` is true. */
function findFirst(sorted, isReached) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(sorted[middle].price)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function search(query) {
  const category = query.get('category') ?? 'Electronics';
  const [least, most] = [Number(query.get('min_price') ?? 0), Number(query.get('max_price') ?? Infinity)];
  const sorted = categories.get(category) ?? [];
  const first = findFirst(sorted, (price) => price >= least);
  const end = Math.max(
    first,
    findFirst(sorted, (price) => price > most),
  );
  const found = sorted.slice(first, Math.min(end, first + Number(query.get('limit') ?? 10)));
  const list = found.map(({ id }) => encoded[id - 1]).join();
  return `{"category":${JSON.stringify(category)},"total_found":${end - first},"products":[${list}]}`;
}

const round = (amount) => Math.round(amount * 100) / 100;

/** Adds 8.5% tax, and 5.99 for shipping below 100; from 100 on, there is a discount of 10%. */
function calculate({ user_id, items }) {
  const sums = items.map(({ product_id, quantity }) => (findProduct(product_id)?.price ?? 0) * quantity);
  const subtotal = round(sums.reduce((sum, each) => sum + each, 0));
  const [shipping, discount] = subtotal < 100 ? [5.99, 0] : [0, round(subtotal * 0.1)];
  const tax = round(subtotal * 0.085);
  const total = round(subtotal + tax + shipping - discount);
  const order_id = `ORD-${user_id.replaceAll('-', '')}-${items.length}`;
  return JSON.stringify({ order_id, user_id, subtotal, tax, shipping, discount, total, items_count: items.length });
}

function respond(url, body) {
  const { pathname, searchParams } = new URL(url, 'http://api');
  if (pathname === '/products/search') return search(searchParams);
  if (pathname === '/cart/calculate') return calculate(JSON.parse(body));
  return encoded[Number(pathname.slice('/products/'.length)) - 1];
}

const server = createServer((request, response) => {
  let body = '';
  request
    .setEncoding('utf8')
    .on('data', (text) => (body += text))
    .on('end', () => {
      const text = respond(request.url, body);
      response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(text);
    });
});
// Servers keep their connections between rounds.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
