import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import { isVerb, smallWords } from '../text/english.js';
import { baseForms, sentencesOf, wordsOf } from '../text/words.js';

/** Finds descriptions whose first sentence does not say what the tool does. */
export function findPurposeless({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap((tool): readonly LintFinding[] => {
    const { name, description, textPlace } = tool;
    const [first = '', ...rest] = sentencesOf(description.slice(0, 2000));
    if (!lacksPurpose(tool, first)) return [];
    const message = `The first sentence about \`${name}\` does not say what it does.`;
    const purpose = rest.slice(0, 8).find((sentence) => startsWithVerb(sentence));
    const suggestion = purpose === undefined ? undefined : moveFirst(description, purpose);
    const help = suggestion === undefined ? { help: 'Begin with a verb and its object.' } : { suggestion };
    return [{ entry: name, place: textPlace, message, ...help }];
  });
}

function lacksPurpose({ name, description, isEnglish }: LintedTool, first: string): boolean {
  if (isPlaceholder(description, name)) return true;
  if (/[?？]$/u.test(first)) return true;
  if (!isEnglish) return false;
  const words = wordsOf(first);
  if (words.every((word) => smallWords.has(word))) return true;
  return notPurpose.test(first) && !statesPurposeLater(first);
}

/** Whether a text stands in for a missing description: the name, or the method and path of an operation. */
export function isPlaceholder(description: string, name: string): boolean {
  return description.trim() === name || /^(?:get|head|post|put|patch|delete|options) \/\S*$/iu.test(description);
}

/** Beginnings of sentences about when and how to call a tool, and of headings. */
const notPurpose =
  /^(?:important|warning|caution|note|notice|attention|required|mandatory|prerequisites?|deprecated|you (?:must|should|can)|if |before |after |always (?:call|use|run|check|set|pass|include|provide|ask)|never |do not |don't |must |max(?:imum)? |limited to |at most |only |requires? |when |args:|returns?:|parameters:|this (?:tool|function) (?:should|must|is (?:required|deprecated|only))|use (?:this|it|only|when|before|after)|[^.]{1,60} api (?:provides|offers|is|has|requires)\b)/iu;

/** Whether a verb follows "use this to", or the colon after a word such as "Important". */
function statesPurposeLater(sentence: string): boolean {
  const used = /\buse (?:this|it)(?: tool| function| command)?(?: only)? to (\w+)/iu.exec(sentence)?.[1];
  if (used !== undefined && isVerb(used.toLowerCase())) return true;
  const colon = sentence.indexOf(':');
  if (colon < 0 || colon > 60) return false;
  return startsWithVerb(sentence.slice(colon + 1));
}

function startsWithVerb(sentence: string): boolean {
  const [first = ''] = wordsOf(sentence.slice(0, 40));
  return first !== 'use' && baseForms(first).some(isVerb) && !notPurpose.test(sentence.trim());
}

/** Moves the sentence that states the purpose to the beginning; `undefined` for a text that is too long to show. */
function moveFirst(description: string, sentence: string): string | undefined {
  if (description.length > 500) return undefined;
  const at = description.indexOf(sentence);
  const others = `${description.slice(0, at).trim()} ${description.slice(at + sentence.length).trim()}`;
  return `${sentence} ${others.trim()}`;
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
