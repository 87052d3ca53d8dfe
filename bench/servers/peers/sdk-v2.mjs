// Serves the tools with the official SDK, v2: node sdk-v2.mjs <tools> [port]; over HTTP without sessions.
import { McpServer } from '@modelcontextprotocol/server';
import { registerTools } from './register-tools.mjs';

const [tools, port] = process.argv.slice(2).map(Number);

function createMcpServer() {
  const server = new McpServer({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
  registerTools(server, tools);
  return server;
}

// Each transport loads only the modules that it needs.
if (port === undefined) {
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(createMcpServer);
} else {
  const { createServer } = await import('node:http');
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  createServer(toNodeHandler(createMcpHandler(createMcpServer))).listen(port, '127.0.0.1');
}
