// Serves the tools with the official SDK, v1, on Express, without sessions: node sdk-v1.mjs <port>
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { registerShop } from './register-shop.mjs';

const app = express();
app.use(express.json());
// Without sessions, every request gets a new server, as in the examples of the SDK.
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 handles rejections.
app.post('/mcp', async (request, response) => {
  const server = registerShop(new McpServer({ name: 'shop', version: '1.0.0' }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});
app.listen(Number(process.argv[2]), '127.0.0.1');
