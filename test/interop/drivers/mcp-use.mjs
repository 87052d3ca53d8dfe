import { MCPClient } from 'mcp-use/client';

/** @type {import('../drive.mjs').Connect} */
export async function connect({ command, args, url }, answer) {
  const server = url === undefined ? { command, args } : { url, disableSseFallback: true };
  const client = new MCPClient(
    { mcpServers: { interop: server } },
    { onElicitation: async (params) => answer(params) },
  );
  const session = await client.createSession('interop');
  return {
    list: () => session.listTools(),
    call: (name, input) => session.callTool(name, input),
    close: () => client.closeAllSessions(),
  };
}
