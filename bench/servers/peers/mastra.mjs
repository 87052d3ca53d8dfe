// Serves the tools with @mastra/mcp: node mastra.mjs <tools> [port]; over HTTP without sessions.
import { createTool } from '@mastra/core/tools';
import { MCPServer } from '@mastra/mcp';
import { registerTools } from './register-tools.mjs';

const [tools, port] = process.argv.slice(2).map(Number);

const registered = {};
registerTools(
  {
    registerTool: (id, { description, inputSchema, outputSchema }, execute) => {
      registered[id] = createTool({
        id,
        description,
        inputSchema,
        ...(outputSchema && { outputSchema }),
        execute: ({ context }) => {
          const { content, structuredContent } = execute(context);
          return structuredContent ?? content[0].text;
        },
      });
    },
  },
  tools,
);
const server = new MCPServer({ id: 'bench', name: 'bench', version: '1.0.0', tools: registered });
if (port === undefined) {
  await server.startStdio();
} else {
  const { createServer } = await import('node:http');
  createServer((req, res) => {
    const url = new URL(req.url, 'http://127.0.0.1');
    void server.startHTTP({ url, httpPath: '/mcp', req, res, options: { serverless: true, enableJsonResponse: true } });
  }).listen(port, '127.0.0.1');
}
