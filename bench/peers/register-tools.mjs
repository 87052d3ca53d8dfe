import { z } from 'zod';

/** Gives a server of either SDK the two tools of the bookshop, without anything behind them. */
export function registerTools(server) {
  const isbn = z.string().regex(/^97[89][0-9]{10}$/u);
  const book = z.object({
    isbn,
    title: z.string(),
    author: z.string(),
    subjects: z.array(z.string()),
    price: z.number().min(0),
    inStock: z.number().int().min(0),
  });
  server.registerTool(
    'find_books',
    {
      description: 'Searches the catalogue by title, author or subject.',
      inputSchema: z.object({ query: z.string().min(1), limit: z.number().int().min(1).max(50).default(10) }),
      outputSchema: z.object({ books: z.array(book), total: z.number().int().min(0) }),
    },
    () => ({ content: [], structuredContent: { books: [], total: 0 } }),
  );
  server.registerTool(
    'order_book',
    {
      description: 'Orders one copy of a book for collection in the shop.',
      inputSchema: z.object({ isbn }),
      outputSchema: z.object({ orderNumber: z.number().int(), book }),
    },
    () => ({ content: [{ type: 'text', text: 'Out of stock.' }], isError: true }),
  );
}
