import type { Json } from '../../core/model/json.js';
import type { DefinitionModel, ToolModel } from '../../core/model/model.js';
import { nameResult, readSchemaWords } from './read-schema-words.js';

/** Kinds of keywords, in the order of the text, and the maximum length of each in characters. */
const maxLengths = { names: 140, values: 60, descriptions: 90, members: 60 } as const;
/** Maximum length of a keyword. Longer strings are not words. */
const maxWordLength = 30;
/** Minimum length of a keyword. Shorter strings are not words. */
const minWordLength = 3;
/** Maximum number of operations with a word in their other text, for a word of descriptions and results to count. */
const maxUses = 3;
/** Maximum share of the operations that describe an argument or result with a word, for the word to count. */
const maxShare = 0.05;

/** Parts of a tool that are searched for keywords. */
type Searched = Pick<ToolModel, 'name' | 'title' | 'description' | 'input' | 'output' | 'unlisted'>;

type Kind = keyof typeof maxLengths;

/**
 * Collects the keywords of an API's operations: search terms that are not in their name, title, description, path and
 * tags. An operation's keywords are four lists of words, separated by `|`: the names of its arguments and their
 * properties with the type of the result, enumerated values, words of the descriptions of arguments, and members of the
 * result. The last two contain only words that hardly any operation of the API has in its other text: frequent words
 * make a search worse.
 *
 * @param definitions Definitions that the schemas can refer to.
 * @returns The keywords in the order of the operations; `''` for an operation without keywords.
 */
export function collectKeywords(
  definitions: readonly DefinitionModel[],
  operations: readonly Searched[],
): readonly string[] {
  const byName = new Map<string, Json>(definitions.map(({ name, schema }) => [name, schema]));
  const read = operations.map((operation) => readWords(operation, byName));
  const uses = countUses(read.map(({ others, words }) => [...others, ...words.names, ...words.values]));
  const weakUses = countUses(read.map(({ words }) => [...words.descriptions, ...words.members]));
  const maxWeak = Math.max(maxUses, maxShare * operations.length);
  const isRare = (word: string): boolean =>
    (uses.get(foldWord(word)) ?? 0) <= maxUses && (weakUses.get(foldWord(word)) ?? 0) <= maxWeak;
  return read.map(({ others, words }) => {
    const seen = new Set(others);
    const rest = { ...words, descriptions: words.descriptions.filter(isRare), members: words.members.filter(isRare) };
    const lists = (Object.keys(maxLengths) as Kind[]).map((kind) => joinNew(rest[kind], seen, maxLengths[kind]));
    return lists.slice(0, lists.findLastIndex((list) => list !== '') + 1).join('|');
  });
}

/** Words of an operation. */
interface OperationWords {
  /** Words of its name, title, description, path and tags. */
  readonly others: readonly string[];
  readonly words: { readonly [kind in Kind]: readonly string[] };
}

function readWords(
  { name, title = '', description = '', input, output, unlisted }: Searched,
  byName: ReadonlyMap<string, Json>,
): OperationWords {
  const args = readSchemaWords(input.schema, byName);
  const result = readSchemaWords(output?.schema ?? true, byName);
  return {
    others: [name, title, description, unlisted?.request ?? '', ...(unlisted?.tags ?? [])].flatMap(splitWords),
    words: {
      names: [...args.names, ...nameResult(output?.schema)].flatMap(splitWords),
      values: args.values.flatMap(splitWords),
      descriptions: args.descriptions.flatMap(splitWords),
      members: result.names.flatMap(splitWords),
    },
  };
}

/** Joins words that were not seen, up to a length, and adds them to the seen ones. */
function joinNew(words: readonly string[], seen: Set<string>, maxLength: number): string {
  const added: string[] = [];
  let length = 0;
  for (const word of words) {
    if (seen.has(word) || word.length < minWordLength || word.length > maxWordLength) continue;
    length += word.length + 1;
    if (length > maxLength) break;
    seen.add(word);
    added.push(word);
  }
  return added.join(' ');
}

/** Counts the texts that have a word. */
function countUses(texts: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const words of texts) {
    for (const word of new Set(words.map(foldWord))) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  return uses;
}

/** Removes a common ending from a word, so that its forms count as one word. */
function foldWord(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/u, '') : word;
}

/** Splits a string into lowercase words. */
function splitWords(text: string): readonly string[] {
  const spaced = text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
