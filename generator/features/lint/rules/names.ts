import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import { singular } from '../text/words.js';

/** Finds names that differ by a letter or a plural, and names with another convention than most. */
export function findConfusable(server: LintedServer): readonly LintFinding[] {
  return [...findNearNames(server.tools), ...findMixed(server.tools)];
}

/** Minimum length of words that are compared letter by letter; `get` and `set` are different words. */
const minLength = 4;

/** Maximum length of names that are compared letter by letter. */
const maxLength = 64;

function findNearNames(tools: readonly LintedTool[]): readonly LintFinding[] {
  const first = new Map<string, LintedTool>();
  const reported = new Set<string>();
  return tools.flatMap((tool): readonly LintFinding[] => {
    const other = keysOf(tool)
      .map((key) => {
        const known = first.get(key);
        if (!known) first.set(key, tool);
        return known;
      })
      .find((known) => known !== undefined && known !== tool && isConfusable(known, tool));
    if (!other || reported.has(tool.name)) return [];
    reported.add(tool.name);
    const message = `The names \`${tool.name}\` and \`${other.name}\` are easily confused.`;
    const help = 'Let a whole word distinguish them.';
    return [
      {
        entry: tool.name,
        place: tool.place,
        message,
        help,
        other: { message: `\`${other.name}\``, place: other.place },
      },
    ];
  });
}

/** Keys of a name: names that differ by one letter, a plural or a trivial word have a key in common. */
function keysOf({ name, nameWords }: LintedTool): readonly string[] {
  const essence = essenceOf(nameWords);
  if (name.length > maxLength) return [essence];
  const joined = nameWords.join('_');
  const shortened = Array.from(
    { length: joined.length },
    (_, index) => joined.slice(0, index) + joined.slice(index + 1),
  );
  return [`=${essence}`, joined, ...new Set(shortened)];
}

const trivialWords: ReadonlySet<string> = new Set('a an the tool data info information details detail'.split(' '));

function essenceOf(words: readonly string[]): string {
  return words
    .filter((word) => !trivialWords.has(word))
    .map(singular)
    .join('_');
}

function isConfusable(one: LintedTool, other: LintedTool): boolean {
  if (essenceOf(one.nameWords) === essenceOf(other.nameWords)) return true;
  if (one.nameWords.length !== other.nameWords.length) return one.nameWords.join('') === other.nameWords.join('');
  const differing = one.nameWords.flatMap((word, index) => {
    const counterpart = other.nameWords[index] ?? '';
    return word === counterpart ? [] : [[word, counterpart] as const];
  });
  const [pair] = differing;
  if (!pair || differing.length > 1) return false;
  const [left, right] = pair;
  return Math.min(left.length, right.length) >= minLength && !/\d/u.test(left + right) && isOneLetterApart(left, right);
}

function isOneLetterApart(left: string, right: string): boolean {
  let start = 0;
  while (start < left.length && left[start] === right[start]) start++;
  const rest = (word: string, skipped: number): string => word.slice(start + skipped);
  return rest(left, 1) === rest(right, 1) || rest(left, 1) === rest(right, 0) || rest(left, 0) === rest(right, 1);
}

type Convention = 'snake_case' | 'kebab-case' | 'camelCase' | 'dotted.case' | 'a mixture';

/** Share of names from which a convention is that of the server. */
const majority = 0.6;

function findMixed(tools: readonly LintedTool[]): readonly LintFinding[] {
  // Names that come from a document follow it.
  const chosen = tools.filter(({ tool }) => !tool.hasGeneratedName);
  const conventions = chosen.flatMap((tool) => {
    const convention = conventionOf(tool.name);
    return convention === undefined ? [] : [[tool, convention] as const];
  });
  const counts = new Map<Convention, number>();
  for (const [, convention] of conventions) counts.set(convention, (counts.get(convention) ?? 0) + 1);
  const [main, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  if (main === undefined || count === undefined || counts.size < 2) return [];
  if (count < conventions.length * majority && conventions.length > 2) return [];
  return conventions.flatMap(([{ name, place }, convention]): readonly LintFinding[] => {
    if (convention === main) return [];
    const message = `The name \`${name}\` is in ${convention}, but most names are in ${main}.`;
    return [{ entry: name, place, message }];
  });
}

/** Returns the convention of a name; `undefined` for a name of one word. */
function conventionOf(name: string): Convention | undefined {
  const marks: readonly (readonly [RegExp, Convention])[] = [
    [/[^_]_[^_]/u, 'snake_case'],
    [/[^-]-[^-]/u, 'kebab-case'],
    [/[^.]\.[^.]/u, 'dotted.case'],
    [/[a-z][A-Z]/u, 'camelCase'],
  ];
  const found = marks.filter(([mark]) => mark.test(name));
  return found.length > 1 ? 'a mixture' : found[0]?.[1];
}
