import { notImplemented } from 'create-mcp-from-schema/runtime';
import type { LendBook } from '../../generated/handlers.ts';

/** Lends a book. */
export const lendBook: LendBook = async (input, context) => {
  return notImplemented('lend_book');
};
