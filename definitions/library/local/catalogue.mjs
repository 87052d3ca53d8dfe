import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { listen } from './listen.mjs';

const loanDays = 21;

/** Initial books: ISBN, title, author, copies. */
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
 * @param {string} options.issuer authorization server whose tokens are accepted
 * @param {string} options.audience required token audience
 */
export async function startCatalogue({ port, issuer, audience }) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const verify = (token) => jwtVerify(token, keys, { issuer, audience, typ: 'at+jwt' });
  const books = new Map(
    stock.map(([isbn, title, author, copies]) => [isbn, { isbn, title, author, copies, lentTo: [] }]),
  );
  const server = createServer((request, response) => {
    answer(books, verify, request).then(
      ({ status = 200, body }) => send(response, status, body),
      (error) => send(response, 400, { message: error.message }),
    );
  });
  const url = await listen(server, port, 'api-port');
  return { url, close: () => server.close().closeAllConnections() };
}

async function answer(books, verify, request) {
  const reader = await findReader(verify, request);
  if (!reader) return problem(401, 'The access token is missing, or it is not for the catalogue.');
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
      return book ? changeBook(book, action, reader) : problem(404, `There is no book with the ISBN ${isbn}.`);
    }
    default:
      return problem(404, 'There is nothing at this address.');
  }
}

/** Returns the user on whose behalf the catalog is called; `undefined` for a token with another audience. */
async function findReader(verify, { headers }) {
  const [, token = ''] = /^Bearer (\S+)$/iu.exec(headers.authorization ?? '') ?? [];
  try {
    const { payload } = await verify(token);
    return { id: payload.sub, name: payload.name };
  } catch {
    return undefined;
  }
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
  const book = { isbn, title, author, copies, lentTo: [] };
  books.set(isbn, book);
  return { status: 201, body: describe(book) };
}

function changeBook(book, action, reader) {
  if (action === 'lend') {
    if (book.lentTo.length === book.copies) return problem(409, `All copies of ${book.title} are lent.`);
    book.lentTo.push(reader.id);
    const due = new Date(Date.now() + loanDays * 86_400_000).toISOString().slice(0, 10);
    return { body: { isbn: book.isbn, title: book.title, author: book.author, due, lentTo: reader.name } };
  }
  if (action === 'take-back') {
    const place = book.lentTo.indexOf(reader.id);
    if (place < 0) return problem(409, `No copy of ${book.title} is lent to ${reader.name}.`);
    book.lentTo.splice(place, 1);
  }
  return { body: describe(book) };
}

function describe({ lentTo, ...book }) {
  return { ...book, available: book.copies - lentTo.length };
}

function problem(status, message) {
  return { status, body: { message } };
}

function send(response, status, body) {
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
