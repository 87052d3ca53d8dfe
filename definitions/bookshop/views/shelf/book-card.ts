import type { Book } from '../../../../generated/bookshop/types.ts';
import { drawCover } from './cover.ts';
import { element } from './element.ts';
import { fillOrderForm, type OrderDesk } from './order-form.ts';

/** Card of a book on the shelf. */
export interface BookCard {
  /** List item with cover, title, price, stock and the order. */
  readonly item: HTMLLIElement;
  /** The book, with the last known stock. */
  readonly book: Book;
}

/** Creates the card of a book. */
export function makeBookCard(found: Book, desk: OrderDesk): BookCard {
  const book = { ...found };
  const { title, author, price } = book;
  const cover = element(
    'div',
    { class: 'cover', 'aria-hidden': 'true' },
    element('img', { src: drawCover(book), alt: '' }),
    element('span', {}, title),
  );
  const stock = element('p', { class: 'stock' });
  const order = element('div', { class: 'order' });
  const showStock = (inStock: number): void => {
    book.inStock = inStock;
    stock.textContent = inStock === 0 ? 'Out of stock' : `${inStock} in stock`;
    stock.classList.toggle('gone', inStock === 0);
  };
  showStock(book.inStock);
  fillOrderForm(order, book, desk, showStock);
  const facts = element('p', { class: 'price' }, desk.printPrice(price));
  const item = element(
    'li',
    {},
    cover,
    element('h2', {}, title),
    element('p', { class: 'author' }, author),
    facts,
    stock,
    order,
  );
  return { item, book };
}
