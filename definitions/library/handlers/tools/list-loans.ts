import type { ListLoans, ListLoansResult } from '../../../../generated/library/handlers.ts';
import { loansOf } from '../loans.ts';
import { readerOf } from '../reader.ts';

/** Lists the books that the current reader has borrowed, with their due dates. */
export const listLoans: ListLoans = ({ reader_id: id }, context): ListLoansResult => {
  const { name } = readerOf(context);
  return { reader: name, loans: [...loansOf({ id, name })] };
};
