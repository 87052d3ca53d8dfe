import { mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp';
import { openClient } from './official.mjs';

/** @type {import('../drive.mjs').Connect} */
export async function connect({ command, args, url }, answer) {
  const client = await openClient('v1', { command, args, url }, answer);
  const { tools } = await client.listTools();
  const runnable = mcpTools(tools, client);
  const run = (name, input) => runnable.find((tool) => tool.name === name).run(input);
  return {
    list: async () => runnable.map(({ name, description }) => ({ name, description })),
    call: async (name, input) => ({ content: await run(name, input) }),
    show: run,
    close: () => client.close(),
  };
}
