import type { FindBooks, FindBooksResult } from '../../../../generated/bookshop/handlers.ts';
import { searchBooks } from '../catalogue.ts';

/** Searches the catalog by title, author or subject. */
export const findBooks: FindBooks = ({ query, limit }): FindBooksResult => {
  const found = searchBooks(query);
  return { books: found.slice(0, limit), total: found.length };
};
