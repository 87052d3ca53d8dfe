import type { LentCopy } from '../../../generated/library/types.ts';
import type { Reader } from './reader.ts';

/** Books that a reader may have at a time. */
export const maxLoans = 5;

/** Loans by ISBN, oldest first. `undefined` while the catalog is asked for the copy: its place is taken already. */
export type Account = Map<string, LentCopy | undefined>;

/** Accounts by the reader's id, in memory. A real library has a database here. */
const accounts = new Map<string, Account>();

/** The account of a reader, which no other reader gets. */
export function accountOf({ id }: Reader): Account {
  const known = accounts.get(id) ?? new Map<string, LentCopy | undefined>();
  accounts.set(id, known);
  return known;
}

/** The books that a reader has, oldest loan first. */
export function loansOf(reader: Reader): readonly LentCopy[] {
  return [...accountOf(reader).values()].filter((loan) => loan !== undefined);
}
