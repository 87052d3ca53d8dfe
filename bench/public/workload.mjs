import { userId } from './services/seed-redis.mjs';

/** Virtual users of the published benchmark, and the milliseconds that each waits after its four sessions. */
export const users = 50;
export const pauseMs = 50;

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/**
 * Lists the sessions of a virtual user, in order: one per tool, and one that lists the tools.
 *
 * @param {number} number Number of the user, from 1.
 * @returns {{ name: string, params?: object, isRight: (result: any) => boolean }[]} A session without `params` lists the
 *   tools.
 */
export function listSessions(number) {
  const user_id = userId(number);
  const items = [
    { product_id: 42, quantity: 2 },
    { product_id: 1337, quantity: 1 },
  ];
  return [
    call(
      'search_products',
      { category: 'Electronics', min_price: 50, max_price: 500, limit: 10 },
      ({ total_found, products, top10_popular_ids }) =>
        total_found === 2251 && products.length === 10 && top10_popular_ids.length === 10,
    ),
    call(
      'get_user_cart',
      { user_id },
      (found) => found.user_id === user_id && found.cart.items.length >= 2 && found.recent_history.length === 5,
    ),
    call(
      'checkout',
      { user_id, items },
      (found) =>
        found.user_id === user_id &&
        found.status === 'confirmed' &&
        found.total === 24.63 &&
        found.items_count === 2 &&
        found.rate_limit_count > 0,
    ),
    { name: 'tools/list', isRight: ({ tools }) => tools.length === 3 },
  ];
}

function call(name, input, isRight) {
  const params = { name, arguments: input };
  return { name, params, isRight: ({ content, isError }) => isError !== true && isRight(JSON.parse(content[0].text)) };
}

/**
 * Encodes the requests of a session as far as they are known before the server gives it an id.
 *
 * @returns {(sessionId: string | undefined) => { initialize: string, initialized: string, work: string, end: string }}
 */
export function encodeSession({ params }, port) {
  const method = params === undefined ? 'tools/list' : 'tools/call';
  const work = { jsonrpc: '2.0', id: 2, method, params: params ?? {} };
  const encode = (sessionId) => ({
    initialize: encodePost(initialize, port),
    initialized: encodePost(initialized, port, sessionId),
    work: encodePost(work, port, sessionId),
    end: encodeHead('DELETE', port, sessionId, []),
  });
  const withoutId = encode();
  return (sessionId) => (sessionId === undefined ? withoutId : encode(sessionId));
}

function encodePost(message, port, sessionId) {
  const body = JSON.stringify(message);
  const head = encodeHead('POST', port, sessionId, [
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]);
  return head + body;
}

function encodeHead(method, port, sessionId, headers) {
  const lines = [
    `${method} /mcp HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'User-Agent: bench',
    ...headers,
    ...(sessionId === undefined ? [] : [`Mcp-Session-Id: ${sessionId}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
