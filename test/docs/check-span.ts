import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { CommandOptions } from '../../generator/cli/command.js';
import { formerOptions } from '../../generator/tools/upgrade/former-options.js';
import { checkCli, checkCommand, checkServer, isCommand, splitShell } from './check-command.js';
import { readPage, root } from './read-pages.js';

/** Options of other programs and of earlier versions, by page. */
export const otherOptions: { readonly [page: string]: readonly string[] } = {
  // Node.
  'docs/errors.md': ['--inspect'],
  // The generators and servers that a reader comes from.
  'docs/migrating.md': ['--base-url', '--default-include', '--input', '--port', '--transport'],
  // `npm publish` and `docker build`.
  'docs/publish.md': ['--provenance', '--target'],
  'docs/upgrading.md': [
    '--runtime',
    ...[...formerOptions.keys()].filter((name) => name !== 'inspect').map((name) => `--${name}`),
  ],
  // The official Inspector.
  'docs/views.md': ['--app-info'],
  // Clients and gateways of others.
  'test/interop/README.md': ['--protocol', '--protocolVersion', '--stateful', '--upstreamProtocol'],
};

/** Inline code in the text of a page. */
export interface CodeSpan {
  readonly code: string;
  /** Whether its paragraph is about a clone of this repository. */
  readonly isInClone: boolean;
}

/** Lists the inline code of a page. */
export function listSpans(page: string): readonly CodeSpan[] {
  const text = readPage(page).replaceAll(/^( *)```[^]*?^\1```$/gmu, '');
  return text.split(/\n\s*\n|\n(?=\s*[-|])/u).flatMap((paragraph) => {
    const isInClone = /\b(?:clone|repository)\b/u.test(paragraph);
    return [...paragraph.matchAll(/(?<!`)`([^`]+)`(?!`)/gu)].map(([, code = '']) => ({
      code: code.replaceAll(/\s+/gu, ' ').replaceAll('\\|', '|'),
      isInClone,
    }));
  });
}

const commandNames = new Set(
  readdirSync(path.join(root, 'generator/cli')).flatMap((file) =>
    file.endsWith('-command.ts') && file !== 'scaffold-command.ts' ? [file.replace('-command.ts', '')] : [],
  ),
);

/**
 * Explains why a command or an option in the text of a page does not exist. Parts in brackets may be omitted: each is checked with
 * what is outside of brackets. Returns `undefined` for other code.
 */
export async function checkSpan({ code, isInClone }: CodeSpan, page: string): Promise<string | undefined> {
  for (const variant of listVariants(code)) {
    for (const words of splitShell(variant)) {
      const problem = await checkWords(words, page, isInClone);
      // Text often names an option without its value.
      if (problem !== undefined && !/^--\S+ needs (?:a value|an address)\b/u.test(problem)) return problem;
    }
  }
  return undefined;
}

/** Code without placeholders and brackets, and with each option in brackets. */
function listVariants(code: string): readonly string[] {
  const plain = code.replaceAll(/<(?:number|port)>/gu, '1').replaceAll(/<[^<>]*>/gu, 'x');
  const outside = plain.replaceAll(/\[[^[\]]*\]|…/gu, ' ').trim();
  const inside = [...plain.matchAll(/\[(-[^[\]]*)\]/gu)].flatMap(([, options = '']) => options.split('|'));
  return [outside, ...inside.map((option) => `${outside} ${option.trim()}`)].filter((variant) => variant !== '');
}

async function checkWords(words: readonly string[], page: string, isInClone: boolean): Promise<string | undefined> {
  const [first = '', ...rest] = words;
  if (/^--\w/u.test(first)) return checkOption(first, rest, page);
  if (commandNames.has(first) && rest.length > 0) return checkCli(words);
  return checkCommand(words, page, isInClone);
}

/** Explains why no command and no server takes an option with this value. */
async function checkOption(first: string, rest: readonly string[], page: string): Promise<string | undefined> {
  const [option = '', inline] = first.split('=', 2);
  if (otherOptions[page]?.includes(option) === true) return undefined;
  const values = inline === undefined ? rest : [inline];
  if (values.some((word) => word.startsWith('-'))) return checkEach(first, rest, page);
  const value = values.length === 0 || values[0] === 'x' ? undefined : values.join(' ');
  const name = option.slice(2);
  const sets = await readOptions();
  const named = sets.filter((options) => Object.hasOwn(options, name));
  if (named.some((options) => takes(options[name], value))) return undefined;
  if (workerOptions.has(option)) return undefined;
  const samples: { readonly [option: string]: string } = { '--toolsets': 'a', '--tools': 'a', '--workers': '1' };
  const given = value ?? samples[option] ?? { '--mode': 'code', '--log': 'json', '--log-level': 'info' }[option];
  const http = option === '--http' ? [] : ['--http'];
  return checkServer([...http, option, ...(given === undefined ? [] : [given])]);
}

async function checkEach(first: string, rest: readonly string[], page: string): Promise<string | undefined> {
  const next = rest.findIndex((word) => word.startsWith('-'));
  const problem = await checkOption(first, rest.slice(0, next), page);
  return problem ?? checkOption(rest[next] ?? '', rest.slice(next + 1), page);
}

/** Options of `dist/worker.mjs`. */
const workerOptions: ReadonlySet<string> = new Set(
  readPage('runtime/transports/node/run-worker.ts').match(/(?<=')--[\w-]+(?=')/gu) ?? [],
);

function takes(option: CommandOptions[string] | undefined, value: string | undefined): boolean {
  if (value === undefined) return true;
  if (option?.type === 'boolean') return value === 'true' || value === 'false';
  return option?.choices === undefined || option.choices.includes(value);
}

/** Options of each command. */
async function readOptions(): Promise<readonly CommandOptions[]> {
  const files = readdirSync(path.join(root, 'generator/cli')).filter((file) => file.endsWith('-command.ts'));
  const modules = await Promise.all(
    files.map(async (file) => (await import(path.join(root, 'generator/cli', file))) as object),
  );
  const commands = modules.flatMap((module) => Object.values(module).filter(isCommand));
  return commands.map(({ options }) => options);
}
