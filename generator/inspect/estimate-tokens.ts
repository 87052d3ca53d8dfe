import type { TokenCounter } from './token-counter.js';

/** What tokenizers do not merge across: words with the space or sign before them, numbers, runs of signs. */
const pieces = /[^\s\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+/gu;

/** Letters of a word, and signs in a row, that make up a token on average. */
const lettersPerToken = 7;
const signsPerToken = 4;

/**
 * Guesses how many tokens a text has, from its words and signs. For the tools of a server it is within 10 % of what the
 * tokenizer of GPT-4o (`o200k_base`) says, for a single tool within 25 %; other models count differently by as much.
 */
export const tokenEstimate: TokenCounter = {
  name: 'estimate',
  isEstimate: true,
  count(text) {
    let tokens = 0;
    for (const [piece] of text.matchAll(pieces)) {
      // A space between a number or sign and the next belongs to that one.
      if (piece === ' ') continue;
      tokens += Math.ceil(piece.length / (/\p{L}/u.test(piece) ? lettersPerToken : signsPerToken));
    }
    return tokens;
  },
};
