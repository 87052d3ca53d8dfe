import type { OrderBook, OrderBookResult } from '../../../../generated/bookshop/handlers.ts';
import { findBook } from '../catalogue.ts';

let lastOrder = 1000;

/** Orders one copy of a book for collection in the shop. */
export const orderBook: OrderBook = ({ isbn }, { fail }): OrderBookResult => {
  const book = findBook(isbn);
  if (!book) return fail.unknown_book({ message: `There is no book with the ISBN ${isbn}.` });
  const { title } = book;
  if (book.inStock === 0) return fail.out_of_stock({ title }, { message: `${title} is out of stock.` });
  book.inStock -= 1;
  lastOrder += 1;
  return { orderNumber: lastOrder, book };
};
