// Minimal handwritten server on stdio whose only tool looks up a row with `pg`: node limit.mjs
import { createInterface } from 'node:readline';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const query = {
  name: 'get_hotel',
  text: 'select id, name, location, price_tier, checkin_date, checkout_date from hotels where id = $1',
};

async function answer({ method, params }) {
  if (method === 'initialize') {
    const serverInfo = { name: 'limit', version: '1.0.0' };
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  const { rows } = await pool.query({ ...query, values: [params.arguments.id] });
  const structuredContent = { result: rows };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: await answer(message) }));
});
