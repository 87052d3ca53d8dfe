import { error } from 'create-mcp-from-schema/runtime';
import type { CheckStock, CheckStockResult } from '../../../../generated/bookshop/handlers.ts';
import { findBook } from '../catalogue.ts';

/** Tells how many copies of a book the shop has at the moment. */
export const checkStock: CheckStock = ({ isbn }): CheckStockResult => {
  const book = findBook(isbn);
  return book ? { inStock: book.inStock } : error(`There is no book with the ISBN ${isbn}.`);
};
