// Minimal handwritten server on node:http, which validates nothing and ignores all headers: node limit.mjs <port>
import { createServer } from 'node:http';
import { order, readCart, search } from './shop.mjs';

const tools = { search_products: search, get_user_cart: readCart, checkout: order };
const list = { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) };
const greeting = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'shop', version: '1.0.0' },
};

async function respond({ method, params }) {
  if (method === 'initialize') return greeting;
  if (method === 'tools/list') return list;
  return { content: [{ type: 'text', text: JSON.stringify(await tools[params.name](params.arguments)) }] };
}

createServer((request, response) => {
  const chunks = [];
  request
    .on('data', (chunk) => chunks.push(chunk))
    .on('end', async () => {
      const message = JSON.parse(Buffer.concat(chunks).toString());
      if (message.id === undefined) {
        response.writeHead(202).end();
        return;
      }
      const body = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: await respond(message) });
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
        .end(body);
    });
}).listen(Number(process.argv[2]), '127.0.0.1');

// Lets Node write a profile.
process.once('SIGTERM', () => process.exit());
