// Serves the tools with fastmcp, without sessions: node fastmcp.mjs <port>
import { FastMCP } from 'fastmcp';
import { shopTools } from './register-shop.mjs';

const server = new FastMCP({ name: 'shop', version: '1.0.0' });
for (const [name, { inputSchema, execute, ...tool }] of Object.entries(shopTools)) {
  server.addTool({
    name,
    parameters: inputSchema,
    ...tool,
    execute: async (input) => JSON.stringify(await execute(input)),
  });
}
await server.start({
  transportType: 'httpStream',
  httpStream: { port: Number(process.argv[2]), host: '127.0.0.1', stateless: true, enableJsonResponse: true },
});
