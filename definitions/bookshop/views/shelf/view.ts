import { openShelf } from '../../../../generated/bookshop/views/shelf.ts';
import { makeBookCard } from './book-card.ts';
import { byId } from './element.ts';
import { fillFilter } from './filter.ts';
import type { OrderDesk } from './order-form.ts';

const view = openShelf();
const summary = byId('summary');
const list = byId('books');
const filter = byId('filter');

const desk: OrderDesk = {
  checkStock: async (isbn) => (await view.call.check_stock({ isbn })).structured.inStock,
  order: async ({ isbn, title }) => {
    const { orderNumber, book } = (await view.call.order_book({ isbn })).structured;
    const text = `The user has ordered "${title}" (ISBN ${isbn}) in the view: order ${orderNumber}.`;
    // The order is placed even if the host cannot notify the model.
    await view.updateModelContext({ content: [{ type: 'text', text }] }).catch(() => {});
    return { orderNumber, inStock: book.inStock };
  },
  printPrice: (price) => price.toLocaleString(view.context?.locale, { style: 'currency', currency: 'EUR' }),
};

view.onInput(({ input }) => say(`Looking for “${input.query}” …`));
view.onCancelled(() => say('The search was cancelled.'));
view.onResult((result) => {
  if (result.isError) {
    say(result.text, true);
    return;
  }
  const { books, total } = result.output;
  const cards = books.map((book) => makeBookCard(book, desk));
  list.replaceChildren(...cards.map(({ item }) => item));
  fillFilter(filter, books, (isShown) => {
    for (const { item, book } of cards) item.hidden = !isShown(book);
    say(countBooks(cards.filter(({ item }) => !item.hidden).length, total));
  });
  say(countBooks(books.length, total));
});

/** Shows a message above the shelf. An error message replaces the books. */
function say(text: string, isError = false): void {
  summary.textContent = text;
  summary.classList.toggle('error', isError);
  if (!isError) return;
  filter.hidden = true;
  list.replaceChildren();
}

function countBooks(shown: number, total: number): string {
  const all = total === 1 ? '1 book' : `${total} books`;
  return shown === total ? all : `${shown} of ${all}`;
}
