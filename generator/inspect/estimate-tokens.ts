import type { TokenCounter } from './token-counter.js';

/** What tokenizers do not merge across: words with the space or sign before them, numbers, runs of signs. */
const pieces = /[^\s\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+/gu;

/** Letters of a word that make up a token, on average. */
const lettersPerToken = 7;

/**
 * Guesses how many tokens a text has, from its words and signs. For JSON with English texts it is within 10 % of what the
 * tokenizer of GPT-4o (`o200k_base`) says; other tokenizers differ from that one by more.
 */
export const tokenEstimate: TokenCounter = {
  name: 'estimate',
  isEstimate: true,
  count(text) {
    let tokens = 0;
    for (const [piece] of text.matchAll(pieces)) {
      tokens += /\p{L}/u.test(piece) ? Math.ceil(piece.length / lettersPerToken) : 1;
    }
    return tokens;
  },
};
