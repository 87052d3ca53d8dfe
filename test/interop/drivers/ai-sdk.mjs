import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';

/** @type {import('../drive.mjs').Connect} */
export async function connect({ command, args, url }, answer) {
  const transport = url === undefined ? new StdioMCPTransport({ command, args }) : { type: 'http', url };
  const client = await createMCPClient({ transport, capabilities: { elicitation: {} } });
  client.onElicitationRequest(ElicitationRequestSchema, ({ params }) => answer(params));
  const tools = await client.tools();
  const execute = (name, input) => tools[name].execute(input, { toolCallId: '1', messages: [] });
  return {
    list: async () => Object.entries(tools).map(([name, { description }]) => ({ name, description })),
    call: execute,
    show: async (name, input) =>
      tools[name].toModelOutput({ toolCallId: '1', input, output: await execute(name, input) }),
    close: () => client.close(),
  };
}
