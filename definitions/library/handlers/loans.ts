import type { LentCopy } from '../../../generated/library/types.ts';
import type { Reader } from './reader.ts';

/** Maximum number of books that a reader can borrow. */
export const maxLoans = 5;

/** Loans by ISBN, oldest first; `undefined` reserves a place while the catalog lends the copy. */
export type Account = Map<string, LentCopy | undefined>;

/** Accounts by reader ID, in memory. A real library would use a database. */
const accounts = new Map<string, Account>();

/** Returns the account of a reader. */
export function accountOf({ id }: Reader): Account {
  const known = accounts.get(id) ?? new Map<string, LentCopy | undefined>();
  accounts.set(id, known);
  return known;
}

/** Returns the loans of a reader, oldest first. */
export function loansOf(reader: Reader): readonly LentCopy[] {
  return [...accountOf(reader).values()].filter((loan) => loan !== undefined);
}
