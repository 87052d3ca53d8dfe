import type { ListLoans, ListLoansResult } from '../../../../generated/library/handlers.ts';
import { loansOf } from '../loans.ts';
import { readerOf } from '../reader.ts';

/** Lists the books that the current reader has borrowed, with their due dates. */
export const listLoans: ListLoans = (_input, context): ListLoansResult => {
  const reader = readerOf(context);
  return { reader: reader.name, loans: [...loansOf(reader)] };
};
