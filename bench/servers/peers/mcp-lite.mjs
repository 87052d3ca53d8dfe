// Serves the tools with mcp-lite on node:http: node mcp-lite.mjs <tools> <port>; without sessions. It has no stdio.
import { serve } from '@hono/node-server';
import { McpServer, StreamableHttpTransport } from 'mcp-lite';
import { z } from 'zod';
import { registerTools } from './register-tools.mjs';

const [tools, port] = process.argv.slice(2).map(Number);

const server = new McpServer({ name: 'bench', version: '1.0.0', schemaAdapter: (schema) => z.toJSONSchema(schema) });
registerTools({ registerTool: (name, tool, handler) => server.tool(name, { ...tool, handler }) }, tools);
serve({ fetch: new StreamableHttpTransport().bind(server), port, hostname: '127.0.0.1' });
