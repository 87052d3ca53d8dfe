import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from './listen.mjs';

const loanDays = 21;

/** The books at the start: ISBN, title, author, copies. */
const stock = [
  ['9780441172719', 'Dune', 'Frank Herbert', 2],
  ['9780441478125', 'The Left Hand of Darkness', 'Ursula K. Le Guin', 1],
  ['9780142437247', 'Moby-Dick', 'Herman Melville', 1],
  ['9780140449136', 'Crime and Punishment', 'Fyodor Dostoevsky', 3],
  ['9780141439587', 'Emma', 'Jane Austen', 2],
];

/**
 * Starts the HTTP API that `catalogue.openapi.yaml` describes, with books in memory.
 *
 * @param {object} options
 * @param {number} options.port 0 chooses a free one
 * @param {string} options.key what callers have to send as `X-Catalogue-Key`
 */
export async function startCatalogue({ port, key }) {
  const books = new Map(stock.map(([isbn, title, author, copies]) => [isbn, { isbn, title, author, copies, lent: 0 }]));
  const server = createServer((request, response) => {
    answer(books, key, request).then(
      ({ status = 200, body }) => send(response, status, body),
      (error) => send(response, 400, { message: error.message }),
    );
  });
  const url = await listen(server, port, 'api-port');
  return { url, close: () => server.close().closeAllConnections() };
}

async function answer(books, key, request) {
  if (!isCaller(request, key)) return problem(401, 'The key is missing or wrong.');
  const { pathname, searchParams } = new URL(request.url, 'http://catalogue');
  const [, collection, isbn, action] = pathname.split('/');
  const operation = [request.method, collection, isbn && '{isbn}', action].filter(Boolean).join(' ');
  switch (operation) {
    case 'GET books':
      return { body: findBooks(books, searchParams.get('words') ?? '') };
    case 'POST books':
      return addBook(books, await json(request));
    case 'GET books {isbn}':
    case 'POST books {isbn} lend':
    case 'POST books {isbn} take-back': {
      const book = books.get(isbn);
      return book ? changeBook(book, action) : problem(404, `There is no book with the ISBN ${isbn}.`);
    }
    default:
      return problem(404, 'There is nothing at this address.');
  }
}

/** Compares hashes: the time that comparing takes must not tell how much of a key is right. */
function isCaller({ headers }, key) {
  const hash = (text) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(String(headers['x-catalogue-key'] ?? '')), hash(key));
}

function findBooks(books, words) {
  const wanted = words.toLowerCase().split(/\s+/u);
  const found = [...books.values()].filter(({ title, author }) =>
    wanted.every((word) => `${title} ${author}`.toLowerCase().includes(word)),
  );
  return found.map(describe);
}

function addBook(books, { isbn, title, author, copies }) {
  if (books.has(isbn)) return problem(409, 'This book is in the catalogue already.');
  const book = { isbn, title, author, copies, lent: 0 };
  books.set(isbn, book);
  return { status: 201, body: describe(book) };
}

function changeBook(book, action) {
  if (action === 'lend') {
    if (book.lent === book.copies) return problem(409, `All copies of ${book.title} are lent.`);
    book.lent += 1;
    const due = new Date(Date.now() + loanDays * 86_400_000).toISOString().slice(0, 10);
    return { body: { isbn: book.isbn, title: book.title, author: book.author, due } };
  }
  if (action === 'take-back') {
    if (book.lent === 0) return problem(409, `No copy of ${book.title} is lent.`);
    book.lent -= 1;
  }
  return { body: describe(book) };
}

function describe({ lent, ...book }) {
  return { ...book, available: book.copies - lent };
}

function problem(status, message) {
  return { status, body: { message } };
}

function send(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
