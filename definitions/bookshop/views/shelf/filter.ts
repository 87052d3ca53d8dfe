import type { Book } from '../../../../generated/bookshop/types.ts';
import { element } from './element.ts';

/** Returns whether a book is shown. */
export type BookFilter = (book: Book) => boolean;

/**
 * Fills an element with a choice of subjects and a check box for books in stock.
 *
 * @param changed Called with the filter after each change.
 */
export function fillFilter(place: HTMLElement, books: readonly Book[], changed: (filter: BookFilter) => void): void {
  const subjects = [...new Set(books.flatMap((book) => book.subjects))].toSorted();
  const subject = element(
    'select',
    { name: 'subject' },
    element('option', { value: '' }, 'All subjects'),
    ...subjects.map((name) => element('option', { value: name }, name)),
  );
  const inStock = element('input', { type: 'checkbox', name: 'inStock' });
  const choose = (): void =>
    changed(
      (book) =>
        (subject.value === '' || book.subjects.includes(subject.value)) && (!inStock.checked || book.inStock > 0),
    );
  for (const control of [subject, inStock]) control.addEventListener('change', choose);
  place.replaceChildren(
    element('label', {}, 'Subject ', subject),
    element('label', {}, inStock, ' Only books in stock'),
  );
  place.hidden = books.length < 2;
}
