import type { Book } from '../../../generated/bookshop/types.ts';

/** Books in the shop; an order reduces the stock. */
export const catalogue: readonly Book[] = [
  {
    isbn: '9780441172719',
    title: 'Dune',
    author: 'Frank Herbert',
    subjects: ['science fiction', 'ecology', 'politics'],
    price: 11.99,
    inStock: 4,
  },
  {
    isbn: '9780441478125',
    title: 'The Left Hand of Darkness',
    author: 'Ursula K. Le Guin',
    subjects: ['science fiction', 'gender', 'politics'],
    price: 10.5,
    inStock: 2,
  },
  {
    isbn: '9780140449136',
    title: 'The Odyssey',
    author: 'Homer',
    subjects: ['epic', 'classics', 'sea'],
    price: 12.0,
    inStock: 1,
  },
  {
    isbn: '9780142437247',
    title: 'Moby-Dick',
    author: 'Herman Melville',
    subjects: ['novel', 'classics', 'sea'],
    price: 14.25,
    inStock: 0,
  },
  {
    isbn: '9780141439518',
    title: 'Pride and Prejudice',
    author: 'Jane Austen',
    subjects: ['romance', 'society'],
    price: 8.99,
    inStock: 5,
  },
  {
    isbn: '9780141439471',
    title: 'Frankenstein',
    author: 'Mary Shelley',
    subjects: ['horror', 'science'],
    price: 9.5,
    inStock: 3,
  },
  {
    isbn: '9780679720201',
    title: 'The Stranger',
    author: 'Albert Camus',
    subjects: ['philosophy', 'society'],
    price: 11.0,
    inStock: 2,
  },
  {
    isbn: '9780156027328',
    title: 'Life of Pi',
    author: 'Yann Martel',
    subjects: ['adventure', 'animals'],
    price: 12.49,
    inStock: 6,
  },
  {
    isbn: '9780547928227',
    title: 'The Hobbit',
    author: 'J. R. R. Tolkien',
    subjects: ['fantasy', 'adventure'],
    price: 13.95,
    inStock: 4,
  },
  {
    isbn: '9780062073488',
    title: 'And Then There Were None',
    author: 'Agatha Christie',
    subjects: ['mystery', 'island'],
    price: 10.25,
    inStock: 0,
  },
];

/** Returns the book with an ISBN. */
export function findBook(isbn: string): Book | undefined {
  return catalogue.find((book) => book.isbn === isbn);
}

/** Returns the books whose title, author or subjects contain every word of the query. */
export function searchBooks(query: string): readonly Book[] {
  return catalogue.filter(({ title, author, subjects }) => hasWords([title, author, ...subjects].join(' '), query));
}

/** Returns the books that match the typed beginning of an ISBN, or words of a title. */
export function guessBooks(typed: string): readonly Book[] {
  return catalogue.filter(({ isbn, title }) => isbn.startsWith(typed) || hasWords(title, typed));
}

function hasWords(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/u);
  return words.every((word) => text.toLowerCase().includes(word));
}
