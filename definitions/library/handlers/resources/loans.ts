import type { ResourceResult } from 'create-mcp-from-schema/runtime';
import type { LoansResource } from '../../../../generated/library/handlers.ts';
import { loansOf } from '../loans.ts';
import { readerOf } from '../reader.ts';

/** The books that the reader who asks has borrowed. */
export const loansResource: LoansResource = (_uri, context): ResourceResult =>
  JSON.stringify(loansOf(readerOf(context)));
