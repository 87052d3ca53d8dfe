import { getMcpCallToolContent, MCPClient } from '@mastra/mcp';

/** @type {import('../drive.mjs').Connect} */
export async function connect({ command, args, url }, answer) {
  const server = url === undefined ? { command, args } : { url: new URL(url) };
  const client = new MCPClient({
    servers: { interop: { ...server, inputRequests: ({ params }) => Promise.resolve(answer(params)) } },
  });
  const tools = await client.listTools();
  const execute = (name, input) => tools[`interop_${name}`].execute(input, {});
  return {
    list: async () =>
      Object.entries(tools).map(([name, { description }]) => ({ name: name.slice('interop_'.length), description })),
    call: async (name, input) => {
      const result = await execute(name, input);
      const content = getMcpCallToolContent(result);
      return content === undefined ? result : { content, structuredContent: result };
    },
    show: async (name, input) => tools[`interop_${name}`].toModelOutput(await execute(name, input)),
    close: () => client.disconnect(),
  };
}
