import { getAllMcpTools, MCPServerStdio, MCPServerStreamableHttp, RunContext } from '@openai/agents';

/** @type {import('../drive.mjs').Connect} */
export async function connect({ command, args, url }) {
  const server = url === undefined ? new MCPServerStdio({ command, args }) : new MCPServerStreamableHttp({ url });
  await server.connect();
  const tools = await getAllMcpTools({ mcpServers: [server] });
  return {
    list: async () => tools.map(({ name, description }) => ({ name, description })),
    call: (name, input) => server.callToolResult(name, input),
    show: (name, input) => tools.find((tool) => tool.name === name).invoke(new RunContext(), JSON.stringify(input)),
    close: () => server.close(),
  };
}
