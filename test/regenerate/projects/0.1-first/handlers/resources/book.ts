import { notImplemented } from 'create-mcp-from-schema/runtime';
import type { BookResource } from '../../generated/handlers.ts';
import { shelf } from '../shelf.ts';

export const bookResource: BookResource = async ({ isbn }) => {
  const book = shelf.find((one) => one.isbn === isbn);
  return book === undefined ? notImplemented(isbn) : JSON.stringify(book);
};
