import { z } from 'zod';

/**
 * Registers the tools of `makeCatalog` at a server of either official SDK, as its guides recommend.
 *
 * @param server An `McpServer`.
 * @param {number} count
 */
export function registerTools(server, count) {
  server.registerTool(
    'echo',
    {
      title: 'Echo',
      description: 'Says the text again.',
      inputSchema: z.object({ text: z.string().describe('What to say.') }),
    },
    ({ text }) => ({ content: [{ type: 'text', text }] }),
  );
  server.registerTool(
    'add',
    {
      title: 'Add',
      description: 'Adds two numbers.',
      inputSchema: z.object({
        a: z.number().describe('The first number.'),
        b: z.number().describe('The second number.'),
      }),
      outputSchema: z.object({ sum: z.number() }),
    },
    ({ a, b }) => {
      const structuredContent = { sum: a + b };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );
  for (let index = 0; index < count - 2; index += 1) {
    const { name, ...tool } = describeTool(index);
    server.registerTool(name, tool, (input) => ({
      content: [{ type: 'text', text: `${input.name} travels ${input.class}.` }],
    }));
  }
}

/** Creates a tool with eight properties; it shares no objects with others. */
export function describeTool(index) {
  return {
    name: `tool_${index}`,
    title: `Tool ${index}`,
    description: `Plans journey number ${index} for somebody, with all that they asked for, and says what it will cost.`,
    inputSchema: z.object({
      name: z.string().min(1).max(100).describe('Who travels, as the passport spells it.'),
      count: z.number().int().min(1).max(9).describe('How many people travel together.'),
      budget: z.number().min(0).describe('What it may cost for everybody, in euros.').optional(),
      flexible: z.boolean().describe('Whether the days may be shifted by one or two.').optional(),
      class: z.enum(['economy', 'business', 'first']).describe('How comfortable it has to be.'),
      stops: z.array(z.string().min(3).max(3)).max(5).describe('Airports on the way, by their codes.').optional(),
      address: z
        .object({
          street: z.string().describe('Street and number.').optional(),
          city: z.string().describe('City, without its code.'),
        })
        .describe('Where the tickets are sent to.')
        .optional(),
      note: z.string().max(500).nullable().describe('Anything else that the planner should know.').optional(),
    }),
  };
}
