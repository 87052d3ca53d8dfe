// Serves the tools with the official SDK, v1: node sdk-v1.mjs <tools> [port]; over HTTP without sessions, on node:http.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { registerTools } from './register-tools.mjs';

const [tools, port] = process.argv.slice(2).map(Number);

function createMcpServer() {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  registerTools(server, tools);
  return server;
}

// Each transport loads only the modules that it needs.
if (port === undefined) {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  await createMcpServer().connect(new StdioServerTransport());
} else {
  await serveHttp();
}

/** Without sessions, every request gets a new server. */
async function serveHttp() {
  const { createServer } = await import('node:http');
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  createServer(async (request, response) => {
    const server = createMcpServer();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.on('close', () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response);
  }).listen(port, '127.0.0.1');
}
