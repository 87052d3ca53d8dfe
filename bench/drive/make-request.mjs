/** Protocol version of requests by era. */
export const protocolVersions = { older: '2025-06-18', legacy: '2025-11-25', modern: '2026-07-28' };

const clientInfo = { name: 'bench', version: '1.0.0' };
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': protocolVersions.modern,
  'io.modelcontextprotocol/clientInfo': clientInfo,
};

const echo = callTool('echo', { text: 'Hello, server!' }, ({ content }) => content[0].text === 'Hello, server!');

const list = {
  method: 'tools/list',
  params: {},
  /** A list that is longer than a page begins with its first page. */
  isRight: ({ tools, nextCursor }, count) => (nextCursor === undefined ? tools.length === count : tools.length < count),
};

/** Requests to every server, with a check of the first result. Later responses must be equal except for the id. */
export const requests = {
  echo,
  /** Sends a progress token, so calls differ in more than their ids. */
  progress: { ...echo, hasToken: true },
  add: callTool(
    'add',
    { a: 19, b: 23 },
    ({ content, structuredContent }) => content[0].type === 'text' && structuredContent.sum === 42,
  ),
  realistic: callTool(
    'tool_7',
    {
      name: 'Ada Lovelace',
      count: 2,
      budget: 1234.5,
      flexible: true,
      class: 'business',
      stops: ['VIE', 'ZRH'],
      address: { street: 'St James’s Square 12', city: 'London' },
      note: null,
    },
    ({ content }) => content[0].text === 'Ada Lovelace travels business.',
  ),
  large: callTool('echo', { text: 'abcdefgh'.repeat(131_072) }, ({ content }) => content[0].text.length === 1_048_576),
  list,
};

/** Creates a tool call with a check of its result. */
export function callTool(name, input, isRight) {
  return { method: 'tools/call', name, params: { name, arguments: input }, isRight };
}

/** Encodes a request as JSON. Modern requests declare the client's `capabilities`. */
export function encodeRequest({ method, params, hasToken = false, capabilities = {} }, era, id) {
  const declared = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': capabilities };
  const meta = { ...(era === 'modern' && declared), ...(hasToken && { progressToken: id }) };
  const hasMeta = Object.keys(meta).length > 0;
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: hasMeta ? { ...params, _meta: meta } : params });
}

/** Handshake of a legacy client on stdio, with id 1. */
export const greeting = [
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: protocolVersions.legacy, capabilities: {}, clientInfo },
  }),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
];

/** Lists the headers that a POST of a request needs. */
export function listHeaders({ method, name }, era) {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': protocolVersions[era],
    ...(era === 'modern' && { 'Mcp-Method': method }),
    ...(era === 'modern' && name !== undefined && { 'Mcp-Name': name }),
  };
}

/** Encodes a complete POST request with the headers of an era and additional ones. */
export function encodePost(request, era, id, port, headers = []) {
  const body = encodeRequest(request, era, id);
  const head = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    ...Object.entries(listHeaders(request, era)).map(([name, value]) => `${name}: ${value}`),
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
