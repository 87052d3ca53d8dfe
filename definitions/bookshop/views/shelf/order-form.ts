import type { Book } from '../../../../generated/bookshop/types.ts';
import { element } from './element.ts';

/** Functions of the shop that the order form needs. */
export interface OrderDesk {
  /** Returns the number of copies in stock. @throws Error if the shop cannot tell. */
  checkStock(isbn: string): Promise<number>;
  /** Orders one copy; returns the order number and the remaining stock. @throws Error if the shop refuses. */
  order(book: Book): Promise<{ readonly orderNumber: number; readonly inStock: number }>;
  printPrice(price: number): string;
}

/**
 * Fills an element with the order form of a book: a button, then a confirmation, then the order number.
 *
 * @param showStock Called with the stock whenever it is updated.
 */
export function fillOrderForm(
  place: HTMLElement,
  book: Book,
  desk: OrderDesk,
  showStock: (inStock: number) => void,
): void {
  const { isbn, title, price } = book;
  const message = element('p', { role: 'status' });
  const order = makeButton('Order', `Order ${title}`);
  order.disabled = book.inStock === 0;
  place.replaceChildren(order, message);

  /** Runs a request with the button disabled, and shows its error message. */
  const attempt = async (button: HTMLButtonElement, request: () => Promise<void>): Promise<void> => {
    button.disabled = true;
    message.textContent = '';
    message.classList.remove('error');
    try {
      await request();
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : String(error);
      message.classList.add('error');
    } finally {
      button.disabled = false;
    }
  };

  const confirm = (): void => {
    const yes = makeButton('Yes, order', `Yes, order ${title}`);
    const no = makeButton('No', `No, do not order ${title}`);
    const question = element('p', {}, `Order for ${desk.printPrice(price)}?`);
    const group = element('div', { role: 'group', 'aria-label': `Order ${title}?` }, question, yes, no);
    const leave = (): void => {
      group.replaceWith(order);
      order.focus();
    };
    no.addEventListener('click', leave);
    group.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') leave();
    });
    yes.addEventListener('click', () =>
      attempt(yes, async () => {
        const { orderNumber, inStock } = await desk.order(book);
        showStock(inStock);
        group.remove();
        message.textContent = `Ordered: number ${orderNumber}.`;
      }),
    );
    order.replaceWith(group);
    yes.focus();
  };

  order.addEventListener('click', () =>
    attempt(order, async () => {
      const inStock = await desk.checkStock(isbn);
      showStock(inStock);
      if (inStock === 0) throw new Error(`${title} has just been sold.`);
      confirm();
    }),
  );
}

function makeButton(text: string, label: string): HTMLButtonElement {
  return element('button', { type: 'button', 'aria-label': label }, text);
}
