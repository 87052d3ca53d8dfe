// The tools of the bookshop on the official SDK, v2.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { registerTools } from './register-tools.mjs';

serveStdio(() => {
  const server = new McpServer({ name: 'bookshop', version: '1.0.0' }, { capabilities: { tools: {} } });
  registerTools(server);
  return server;
});
