import type { ResourceResult } from 'create-mcp-from-schema/runtime';
import type { LoansResource } from '../../../../generated/library/handlers.ts';
import { loansOf } from '../loans.ts';
import { readerOf } from '../reader.ts';

/** Books that the current reader has borrowed. */
export const loansResource: LoansResource = (_uri, context): ResourceResult =>
  JSON.stringify(loansOf(readerOf(context)));
