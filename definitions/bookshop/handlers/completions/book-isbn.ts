import type { CompletionResult, CompletionHandler } from 'create-mcp-from-schema/runtime';
import { guessBooks } from '../catalogue.ts';

/** Suggests values of `isbn`: ISBN-13 without hyphens. */
export const completeBookIsbn: CompletionHandler = (value): CompletionResult =>
  guessBooks(value).map(({ isbn }) => isbn);
