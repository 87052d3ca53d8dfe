import { error } from 'create-mcp-from-schema/runtime';
import type { BorrowBook, BorrowBookResult } from '../../../../generated/library/handlers.ts';
import { accountOf, maxLoans } from '../loans.ts';
import { readerOf } from '../reader.ts';

/** Borrows one copy of a book for the current reader, for three weeks. */
export const borrowBook: BorrowBook = async (input, context): Promise<BorrowBookResult> => {
  const account = accountOf(readerOf(context));
  if (account.has(input.isbn)) return error('You have borrowed this book already.');
  if (account.size >= maxLoans) return error(`You have ${maxLoans} books. Return one first.`);
  // The place is reserved before the catalog responds, because calls can run concurrently.
  account.set(input.isbn, undefined);
  try {
    const loan = await context.forward(input);
    account.set(input.isbn, loan);
    return loan;
  } catch (problem) {
    account.delete(input.isbn);
    throw problem;
  }
};
