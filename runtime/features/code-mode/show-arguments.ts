import { shorten } from '../../core/results/shorten.js';

/**
 * Formats arguments on one line, escaping invisible and bidirectional control characters.
 *
 * @param maximum Maximum number of characters.
 */
export function showArguments(text: string, maximum: number): string {
  return shorten(text, maximum).replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`,
  );
}
