import { z } from 'zod';
import { order, readCart, search } from './shop.mjs';

const userId = z.string().default('user-00042').describe('Id of the user.');

/** Tools as the official SDKs and fastmcp take them, by name. */
export const shopTools = {
  search_products: {
    description: 'Searches products by category and price, with their ranks among the popular ones.',
    annotations: { readOnlyHint: true },
    inputSchema: z.object({
      category: z.string().default('Electronics').describe('Category of the products.'),
      min_price: z.number().default(50).describe('Minimum price.'),
      max_price: z.number().default(500).describe('Maximum price.'),
      limit: z.number().int().default(10).describe('Maximum number of products.'),
    }),
    execute: search,
  },
  get_user_cart: {
    description: 'Returns the cart of a user, with the latest orders.',
    annotations: { readOnlyHint: true },
    inputSchema: z.object({ user_id: userId }),
    execute: readCart,
  },
  checkout: {
    description: 'Orders the items, counts the order, and adds it to the history of the user.',
    inputSchema: z.object({
      user_id: userId,
      items: z
        .array(
          z.object({
            product_id: z.number().int().describe('Id of the product.'),
            quantity: z.number().int().describe('How many.'),
          }),
        )
        .default([
          { product_id: 42, quantity: 2 },
          { product_id: 1337, quantity: 1 },
        ])
        .describe('What to order.'),
    }),
    execute: order,
  },
};

/** Registers the tools at an `McpServer` of either official SDK, as its guides recommend. */
export function registerShop(server) {
  for (const [name, { execute, ...tool }] of Object.entries(shopTools)) {
    server.registerTool(name, tool, async (input) => ({
      content: [{ type: 'text', text: JSON.stringify(await execute(input)) }],
    }));
  }
  return server;
}
