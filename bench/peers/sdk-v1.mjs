// The tools of the bookshop on the official SDK, v1.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { registerTools } from './register-tools.mjs';

const server = new McpServer({ name: 'bookshop', version: '1.0.0' });
registerTools(server);
await server.connect(new StdioServerTransport());
