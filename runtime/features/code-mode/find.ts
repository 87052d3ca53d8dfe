import type { CodeHost, FoundOperation, RunCodeResult, SearchApiInput } from '../../core/api/definition.js';
import { groupFound } from '../discover/group-found.js';
import { isWeak } from '../discover/search-operations.js';
import { findSimilar } from './find-similar.js';
import { listContents, openResource } from './list-contents.js';
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
/** Number of functions in a result, most of them without signatures, and maximum length of their summaries in characters. */
const maxFound = 10;
const maxSummary = 60;
/** Maximum number of functions of a resource in a result. */
const maxListed = 100;

/**
 * Returns the signatures of functions that match a query or are requested by name. Without a query or names, lists the
 * functions of a resource, or the resources. A result without a good match has the resources too.
 */
export async function find(
  host: CodeHost,
  { query = '', names = [], resource, limit }: SearchApiInput,
): Promise<RunCodeResult> {
  const functions = nameFunctions(host.operations);
  const exact = functions.find(({ name }) => name === query.trim());
  if (names.length > 0) return describeNamed(host, functions, names);
  if (exact !== undefined) return describeNamed(host, functions, [exact.name]);
  const opened = resource === undefined ? functions : openResource(functions, resource);
  if (opened === undefined) return { text: `There is no such resource.\n\n${listContents(functions)}` };
  if (query.trim() === '') return { text: resource === undefined ? listContents(functions) : listFunctions(opened) };
  const byTool = new Map(opened.map((each) => [each.operation.name, each]));
  const found = host.search(query).filter(({ operation }) => byTool.has(operation.name));
  if (found.length === 0) return { text: `No function matches.\n\n${listContents(functions)}` };
  const entries = groupFound(found.slice(0, Math.max(limit ?? 0, maxFound)));
  const budgets = limit === undefined ? bestBudgets : Array.from({ length: limit }, () => usualBudget);
  const chosen = limit === undefined ? chooseBest(found) : found.slice(0, limit);
  const toFunctions = (list: readonly FoundOperation[]): readonly CodeFunction[] =>
    list.flatMap(({ operation }) => byTool.get(operation.name) ?? []);
  const { text, count } = await printFunctions(host, toFunctions(chosen), budgets);
  const printed = new Set(chosen.slice(0, count));
  const others = entries.map(({ first, siblings }) =>
    toFunctions([first, ...siblings].filter((each) => !printed.has(each))),
  );
  const weak = isWeak(found) ? `\n${comment(`No function matches well.\n${listContents(functions)}`)}` : '';
  return { text: text + listOthers(others) + weak };
}

/**
 * Chooses the functions whose signatures are printed: the best, and others that are almost as good. If the best only
 * has a synonym of the verb, a function that updates the same resource is added: "close an issue" locks or updates it.
 */
function chooseBest(found: readonly FoundOperation[]): readonly FoundOperation[] {
  const [best] = found;
  if (best === undefined) return [];
  const good = bestBudgets.flatMap(({ share }, index) => {
    const each = found[index];
    return each !== undefined && each.score >= share * best.score ? [each] : [];
  });
  if (best.hasVerb || best.action === 'read' || best.action === 'update') return good;
  const update = found.find(({ action, subject }) => action === 'update' && subject === best.subject);
  return update === undefined || good.includes(update) ? good : [best, update, ...good.slice(1, 2)];
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
  return { text: parts + listOthers(existing.slice(count).map((each) => [each])) };
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

/** Lists the names and summaries of functions; those on the same resource are in the same line. */
function listOthers(entries: readonly (readonly CodeFunction[])[]): string {
  const lines = entries.flatMap(([first, ...siblings]) => {
    if (first === undefined) return [];
    const also = siblings.length === 0 ? '' : `; also ${siblings.map(({ name }) => name).join(', ')}`;
    return [`\n// ${summarize(first)}${also}`];
  });
  if (lines.length === 0) return '';
  return `\n// Other matches. To get their signatures, pass \`names\`:${lines.join('')}`;
}

/** Lists the functions of a resource. */
function listFunctions(functions: readonly CodeFunction[]): string {
  const lines = functions.slice(0, maxListed).map(summarize);
  const more = functions.length > maxListed ? `\nand ${functions.length - maxListed} more: add a \`query\`` : '';
  return `To get signatures, pass \`names\`:\n${lines.join('\n')}${more}`;
}

function summarize({ name, operation: { title, description } }: CodeFunction): string {
  const summary = escapeComment(shortenText(title ?? description, maxSummary));
  return `${name}${summary === '' ? '' : `: ${summary}`}`;
}

function comment(text: string): string {
  return text
    .split('\n')
    .map((line) => `// ${escapeComment(line)}`.trimEnd())
    .join('\n');
}
