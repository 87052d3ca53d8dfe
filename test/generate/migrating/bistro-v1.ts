import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'bistro', version: '1.0.0' });

server.registerTool(
  'split_bill',
  {
    description: 'Divides a bill among guests.',
    inputSchema: {
      total: z.number().describe('The bill.'),
      guests: z.number().int().min(1).describe('Number of guests.'),
    },
  },
  ({ total, guests }) => ({ content: [{ type: 'text', text: `Share: ${total / guests}` }] }),
);

server.registerTool(
  'book_table',
  { description: 'Books a table.', inputSchema: { name: z.string().describe('Name of the guest.') } },
  async ({ name }) => {
    const response = await server.server.elicitInput({
      message: 'How many seats?',
      requestedSchema: { type: 'object', properties: { seats: { type: 'integer', minimum: 1 } }, required: ['seats'] },
    });
    const isBooked = response.action === 'accept';
    const text = isBooked ? `A table for ${response.content?.['seats']}, ${name}.` : 'Nothing booked.';
    return { content: [{ type: 'text', text }] };
  },
);

server.registerPrompt(
  'suggest_dish',
  { description: 'Suggests a dish.', argsSchema: { taste: z.string().describe('What the guest likes.') } },
  ({ taste }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `What to eat for a guest who likes ${taste}?` } }],
  }),
);

server.registerResource('menu', 'bistro://menu', { mimeType: 'text/plain' }, ({ href }) => ({
  contents: [{ uri: href, mimeType: 'text/plain', text: 'Soup, salad, fish' }],
}));

await server.connect(new StdioServerTransport());
