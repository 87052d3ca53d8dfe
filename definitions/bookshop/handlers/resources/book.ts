import type { ResourceResult } from 'create-mcp-from-schema/runtime';
import type { BookResource } from '../../../../generated/bookshop/handlers.ts';
import { findBook } from '../catalogue.ts';

/** One book of the catalog. */
export const bookResource: BookResource = ({ isbn }): ResourceResult => {
  const book = findBook(isbn);
  return book && JSON.stringify(book);
};
