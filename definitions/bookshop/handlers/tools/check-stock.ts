import { error } from 'create-mcp-from-schema/runtime';
import type { CheckStock, CheckStockResult } from '../../../../generated/bookshop/handlers.ts';
import { findBook } from '../catalogue.ts';

/** Returns the number of copies of a book that the shop has in stock. */
export const checkStock: CheckStock = ({ isbn }): CheckStockResult => {
  const book = findBook(isbn);
  return book ? { inStock: book.inStock } : error(`There is no book with the ISBN ${isbn}.`);
};
