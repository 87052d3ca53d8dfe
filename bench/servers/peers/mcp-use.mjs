// Serves the tools with mcp-use: node mcp-use.mjs <tools> <port>; without sessions. It has no stdio.
import { registerTools } from './register-tools.mjs';

const [tools, port] = process.argv.slice(2).map(Number);

process.env.NODE_ENV = 'production';
// It logs every request.
console.log = () => {};
const { MCPServer } = await import('mcp-use/server');
const server = new MCPServer({ name: 'bench', version: '1.0.0', host: '127.0.0.1', stateless: true });
registerTools(
  {
    registerTool: (name, { inputSchema: schema, ...tool }, execute) => server.tool({ name, schema, ...tool }, execute),
  },
  tools,
);
await server.listen(port);
