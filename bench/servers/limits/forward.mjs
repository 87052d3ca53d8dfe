// Minimal handwritten script that answers a tool call by calling an API: node forward.mjs
const { BENCH__PETS__BASE_URL: url, BENCH__PETS__TOKEN: token } = process.env;
const headers = { accept: 'application/json', authorization: `Bearer ${token}` };

const tools = {
  findPets({ owner, tags, limit }, signal) {
    const query = new URLSearchParams([...tags.map((tag) => ['tags', tag]), ['limit', String(limit)]]);
    return fetch(`${url}/owners/${encodeURIComponent(owner)}/pets?${query}`, { headers, signal });
  },
  addPet: (pet, signal) =>
    fetch(`${url}/pets`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(pet),
      signal,
    }),
};

async function answer({ id, method, params }) {
  if (method === 'initialize') {
    const serverInfo = { name: 'bench', version: '1.0.0' };
    return { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } };
  }
  const response = await tools[params.name](params.arguments, new AbortController().signal);
  if (!response.ok) throw new Error(String(response.status));
  const structuredContent = { result: await response.json() };
  const content = [{ type: 'text', text: JSON.stringify(structuredContent) }];
  return { jsonrpc: '2.0', id, result: { content, structuredContent } };
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.id !== undefined) void answer(message).then((value) => console.log(JSON.stringify(value)));
  }
});
