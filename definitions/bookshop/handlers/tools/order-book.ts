import { error } from 'create-mcp-from-schema/runtime';
import type { OrderBook, OrderBookResult } from '../../../../generated/bookshop/handlers.ts';
import { findBook } from '../catalogue.ts';

let lastOrder = 1000;

/** Orders one copy of a book for collection in the shop. */
export const orderBook: OrderBook = ({ isbn }): OrderBookResult => {
  const book = findBook(isbn);
  if (!book) return error(`There is no book with the ISBN ${isbn}. Look it up with find_books.`);
  if (book.inStock === 0) return error(`${book.title} is out of stock.`);
  book.inStock -= 1;
  lastOrder += 1;
  return { orderNumber: lastOrder, book };
};
