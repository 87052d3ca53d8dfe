// Serves the tools with fastmcp: node fastmcp.mjs <tools> [port]; over HTTP without sessions.
import { FastMCP } from 'fastmcp';
import { registerTools } from './register-tools.mjs';

const [tools, port] = process.argv.slice(2).map(Number);

const server = new FastMCP({ name: 'bench', version: '1.0.0' });
registerTools(
  {
    registerTool: (name, { title, description, inputSchema, outputSchema }, execute) =>
      server.addTool({
        name,
        description,
        parameters: inputSchema,
        ...(outputSchema && { outputSchema }),
        annotations: { title },
        execute,
      }),
  },
  tools,
);
await server.start(
  port === undefined
    ? { transportType: 'stdio' }
    : {
        transportType: 'httpStream',
        httpStream: { port, host: '127.0.0.1', stateless: true, enableJsonResponse: true },
      },
);
