import { error } from 'create-mcp-from-schema/runtime';
import type { ReturnBook, ReturnBookResult } from '../../../../generated/library/handlers.ts';
import { accountOf } from '../loans.ts';
import { readerOf } from '../reader.ts';

/** Returns a book that the reader has borrowed. */
export const returnBook: ReturnBook = async (input, context): Promise<ReturnBookResult> => {
  const account = accountOf(readerOf(context));
  const loan = account.get(input.isbn);
  if (!loan) return error('You have not borrowed this book.');
  // Concurrent calls must not return a copy twice.
  account.set(input.isbn, undefined);
  try {
    const book = await context.forward(input);
    account.delete(input.isbn);
    return book;
  } catch (problem) {
    account.set(input.isbn, loan);
    throw problem;
  }
};
