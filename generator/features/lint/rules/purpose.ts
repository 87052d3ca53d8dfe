import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import { isVerb, smallWords } from '../text/english.js';
import { baseForms, sentencesOf, wordsOf } from '../text/words.js';

/** Finds descriptions whose first sentence does not say what the tool does. */
export function findPurposeless({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap((tool): readonly LintFinding[] => {
    const { name, description, isEnglish, textPlace } = tool;
    const sentences = sentencesOf(description.slice(0, 2000));
    const [first = '', ...rest] = sentences;
    if (!isEnglish || !lacksPurpose(tool, first)) return [];
    const purpose = rest.slice(0, 8).find((sentence) => startsWithVerb(sentence));
    const help =
      purpose === undefined
        ? { help: 'Begin with a verb and its object.' }
        : { suggestion: moveFirst(description, purpose) };
    return [
      {
        entry: name,
        place: textPlace,
        message: `The first sentence about \`${name}\` does not say what it does.`,
        ...help,
      },
    ];
  });
}

function lacksPurpose({ nameWords }: LintedTool, first: string): boolean {
  const words = wordsOf(first);
  const content = words.filter((word) => !smallWords.has(word));
  if (content.length === 0) return true;
  if (notPurpose.test(first)) return true;
  // Only the words of the name: the description adds nothing, not even small words.
  return content.length <= 1 && words.length <= 1 && nameWords.length > 0;
}

/** Beginnings of sentences about when and how to call a tool. */
const notPurpose =
  /^(?:\W{0,3})(?:important|warning|caution|note|notice|attention|required|prerequisites?|deprecated|you (?:must|should|can)|if |before |after |always |never |do not |don't |must |only use|use only|this (?:tool|function) (?:should|must|is (?:required|deprecated|only))|requires? |when )/iu;

function startsWithVerb(sentence: string): boolean {
  const [first = ''] = wordsOf(sentence.slice(0, 40));
  return baseForms(first).some(isVerb) && !notPurpose.test(sentence);
}

/** Moves the sentence that states the purpose to the beginning. */
function moveFirst(description: string, sentence: string): string {
  const others = description
    .split(sentence)
    .join(' ')
    .replaceAll(/[ \t]{1,100}\n/gu, '\n')
    .trim();
  return `${sentence} ${others}`;
}

/** Finds descriptions that say only what the tool does not do. */
export function findNegations({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap(({ name, description, isEnglish, textPlace }): readonly LintFinding[] => {
    const sentences = sentencesOf(description);
    if (!isEnglish || sentences.length === 0 || !sentences.every(isNegation)) return [];
    const message = `The description of \`${name}\` says only what it does not do.`;
    return [{ entry: name, place: textPlace, message, help: 'Begin with what it does.' }];
  });
}

function isNegation(sentence: string): boolean {
  return /^(?:do not|don't|does not|doesn't|never|cannot|can't|must not|should not|not |no |this (?:tool|function) (?:does not|doesn't|cannot|must not|should not|is not)|it (?:does not|cannot|must not|is not))/iu.test(
    sentence,
  );
}
