import { loadMcpTools, MultiServerMCPClient } from '@langchain/mcp-adapters';
import { openClient } from './official.mjs';

/**
 * `MultiServerMCPClient`; for questions the tools of an official client, which the application connects.
 *
 * @type {import('../drive.mjs').Connect}
 */
export async function connect({ command, args, url }, answer) {
  const server =
    url === undefined ? { transport: 'stdio', command, args } : { transport: 'http', url, automaticSSEFallback: false };
  const client = new MultiServerMCPClient({ mcpServers: { interop: server } });
  const asking = await openClient('v1', { command, args, url }, answer);
  const tools = await client.getTools();
  const askingTools = await loadMcpTools('interop', asking);
  const invoke = (list, name, input) =>
    list.find((tool) => tool.name === name).invoke({ type: 'tool_call', id: '1', name, args: input });
  return {
    list: async () => tools.map(({ name, description }) => ({ name, description })),
    call: async (name, input) => {
      const { content, artifact } = await invoke(name === 'order_shirt' ? askingTools : tools, name, input);
      return {
        content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
        structuredContent: artifact.find(({ type }) => type === 'mcp_structured_content')?.data,
      };
    },
    show: async (name, input) => (await invoke(tools, name, input)).content,
    close: () => Promise.all([client.close(), asking.close()]),
  };
}
