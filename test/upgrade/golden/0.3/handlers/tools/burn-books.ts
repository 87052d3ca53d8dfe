import { notImplemented } from 'create-mcp-from-schema/runtime';
import type { BurnBooks } from '../../generated/handlers.ts';

/** Burns all books. */
export const burnBooks: BurnBooks = async (input, context) => {
  return notImplemented('burn_books');
};
