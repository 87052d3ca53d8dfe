import type { ResourceResult } from 'create-mcp-from-schema/runtime';
import type { LoanResource } from '../../../../generated/library/handlers.ts';
import { accountOf } from '../loans.ts';
import { readerOf } from '../reader.ts';

/** A book that the current reader has borrowed. Loans of other readers are not found. */
export const loanResource: LoanResource = ({ isbn }, context): ResourceResult => {
  const loan = accountOf(readerOf(context)).get(isbn);
  return loan && JSON.stringify(loan);
};
