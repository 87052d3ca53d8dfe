import type { LintFinding } from '../lint-rule.js';
import type { LintedServer } from '../linted-server.js';
import { sentencesOf, wordsOf } from '../text/words.js';

/** Number of words from which a description is long. */
const longWords = 190;

/** Finds descriptions that repeat themselves, have filler, or are far longer than most need. */
export function findTooLong({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap(({ name, description, words, isEnglish, textPlace }): readonly LintFinding[] => {
    if (description.length < 80) return [];
    const filler = isEnglish ? withoutFiller(description) : description;
    const shorter = withoutRepeats(filler);
    const isRepetitive = shorter.length < description.length * 0.8;
    const length = countWords(description, words.length);
    const isLong = length > longWords;
    if (!isRepetitive && !isLong) return [];
    const what = isRepetitive ? 'repeats itself or has filler' : `has ${length} words`;
    const suggestion = isRepetitive
      ? { suggestion: shorter }
      : { help: 'Say what it does, when to use it, and what it returns.' };
    return [{ entry: name, place: textPlace, message: `The description of \`${name}\` ${what}.`, ...suggestion }];
  });
}

/** Counts words, also in writing systems without spaces between words. */
function countWords(description: string, spaced: number): number {
  const characters =
    description.slice(0, 20_000).match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)
      ?.length ?? 0;
  return spaced + Math.round(characters * 0.6);
}

/** Removes sentences that were there before. */
function withoutRepeats(text: string): string {
  const seen = new Set<string>();
  let shorter = text;
  for (const sentence of sentencesOf(text)) {
    const key = wordsOf(sentence).join(' ');
    if (key.length > 20 && seen.has(key)) {
      const last = shorter.lastIndexOf(sentence);
      shorter = shorter.slice(0, last) + shorter.slice(last + sentence.length);
    }
    seen.add(key);
  }
  return shorter.trim();
}

/** Removes beginnings without content, such as "This tool allows you to". */
function withoutFiller(text: string): string {
  const found =
    /^(?:this|the) (?:tool|function|endpoint|command) (?:allows|enables|lets|helps) (?:you|users?|the user) (?:to )?(?=[a-z])/iu.exec(
      text,
    );
  if (!found) return text;
  const rest = text.slice(found[0].length);
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}
