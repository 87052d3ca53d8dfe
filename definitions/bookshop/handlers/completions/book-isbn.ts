import type { CompletionAnswer, CompletionHandler } from 'create-mcp-from-schema/runtime';
import { guessBooks } from '../catalogue.ts';

/** Suggests values of `isbn`: ISBN-13 without hyphens. */
export const completeBookIsbn: CompletionHandler = (value): CompletionAnswer =>
  guessBooks(value).map(({ isbn }) => isbn);
