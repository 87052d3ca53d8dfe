import type { RunCodeResult, CodeHost, SearchApiInput } from '../../core/api/definition.js';
import { findSimilar } from './find-similar.js';
import { listGroups } from './list-groups.js';
import { nameFunctions, type CodeFunction } from './name-functions.js';
import { printFunction, type PrintBudget, type PrintedFunction } from './print-function.js';
import type { NamedTypes } from './print-schema.js';
import { dropRepeatedComments, escapeComment, shortenText } from './print-text.js';
import { printTree } from './print-tree.js';

/** Maximum length of a result, in characters: about 3,500 tokens. */
const maxCharacters = 14_000;
/** Budgets of the functions that match a query best, and the share of the best score that each needs. */
const bestBudgets: readonly (PrintBudget & { readonly share: number })[] = [
  { share: 0, text: 160, input: 1_100, output: 900 },
  { share: 0.6, text: 100, input: 600, output: 500 },
  { share: 0.75, text: 100, input: 400, output: 350 },
];
/** Budget of a function if the number of functions was specified. */
const usualBudget: PrintBudget = { text: 160, input: 1_000, output: 800 };
/** Budget of a function that was requested by name. */
const wholeBudget: PrintBudget = { text: 400, input: 4_500, output: 2_500, isWhole: true };
/** Maximum number of functions in a result without signatures, and maximum length of their summaries in characters. */
const maxOthers = 5;
const maxSummary = 60;

/**
 * Returns the signatures of functions that match a query or are requested by name, or, without a query or names, the groups of functions.
 */
export async function find(host: CodeHost, { query = '', names = [], limit }: SearchApiInput): Promise<RunCodeResult> {
  const functions = nameFunctions(host.operations);
  const exact = functions.find(({ name }) => name === query.trim());
  if (names.length > 0) return describeNamed(host, functions, names);
  if (exact !== undefined) return describeNamed(host, functions, [exact.name]);
  if (query.trim() === '') return { text: listGroups(functions) };
  const byTool = new Map(functions.map((each) => [each.operation.name, each]));
  const found = host.search(query);
  const [first] = found;
  if (first === undefined) return { text: `No function matches.\n\n${listGroups(functions)}` };
  const budgets =
    limit === undefined
      ? bestBudgets.filter(({ share }, index) => (found[index]?.score ?? -1) >= share * first.score)
      : Array.from({ length: limit }, () => usualBudget);
  const fitting = found
    .slice(0, budgets.length + maxOthers)
    .flatMap(({ operation }) => byTool.get(operation.name) ?? []);
  const { text, count } = await printFunctions(host, fitting, budgets);
  return { text: text + listOthers(fitting.slice(count)) };
}

/** Prints the functions with these names completely. Unknown names are reported with similar names. */
async function describeNamed(
  host: CodeHost,
  functions: readonly CodeFunction[],
  names: readonly string[],
): Promise<RunCodeResult> {
  const byName = new Map(functions.map((each) => [each.name, each]));
  const byTool = new Map(functions.map((each) => [each.operation.name, each]));
  const existing = [...new Set(names)].flatMap((name) => byName.get(name) ?? byTool.get(name) ?? []);
  const missing = names.filter((name) => !byName.has(name) && !byTool.has(name));
  const { text, count } = await printFunctions(
    host,
    existing,
    existing.map(() => wholeBudget),
  );
  const notes = missing.map((name) => {
    const similar = findSimilar(host, functions, name);
    return `// There is no function ${escapeComment(name)}.${similar.length === 0 ? '' : ` Similar: ${similar.join(', ')}`}`;
  });
  const parts = [text, ...notes].filter((part) => part !== '').join('\n');
  return { text: parts + listOthers(existing.slice(count)) };
}

async function printFunctions(
  { settings }: CodeHost,
  functions: readonly CodeFunction[],
  budgets: readonly PrintBudget[],
): Promise<{ readonly text: string; readonly count: number }> {
  const types: NamedTypes = new Map();
  const printed: PrintedFunction[] = [];
  let length = 0;
  for (const [index, budget] of budgets.entries()) {
    const each = functions[index];
    if (each === undefined) break;
    const one = await printFunction(settings, each, budget, types);
    length += one.length;
    if (printed.length > 0 && length > maxCharacters) break;
    for (const [name, type] of one.types) types.set(name, type);
    printed.push(one);
  }
  const named = [...types].map(([name, type]) => `type ${name} = ${type.text};`);
  return { text: dropRepeatedComments([...named, ...printTree(printed)].join('\n')), count: printed.length };
}

function listOthers(functions: readonly CodeFunction[]): string {
  if (functions.length === 0) return '';
  const lines = functions.slice(0, maxOthers).map(({ name, operation: { title, description } }) => {
    const summary = escapeComment(shortenText(title ?? description, maxSummary));
    return `\n// ${name}${summary === '' ? '' : `: ${summary}`}`;
  });
  return `\n// Other matches. To get their signatures, pass \`names\`:${lines.join('')}`;
}
