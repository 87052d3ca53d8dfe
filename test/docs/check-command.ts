import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import type { Command } from '../../generator/cli/command.js';
import { parseArguments } from '../../runtime/transports/node/command-line.js';
import { readPage, root } from './read-pages.js';

const cli = path.join(root, 'generator/cli');

/** Lets every command of the command line do nothing, so that running it only checks its arguments. Mocks modules. */
export function stubCommands(): void {
  for (const file of readdirSync(cli).filter((name) => name.endsWith('-command.ts'))) {
    const module = path.join(cli, file);
    vi.doMock(module, async () => {
      const actual = await vi.importActual<object>(module);
      const stubbed = Object.entries(actual).map(([name, value]) => [name, isCommand(value) ? stub(value) : value]);
      return Object.fromEntries(stubbed);
    });
  }
}

/** Whether an export of a module is a command of the command line. */
export function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && 'options' in value && 'run' in value;
}

function stub(command: object): object {
  return { ...command, run: async () => 0 };
}

/**
 * Splits shell code into simple commands, each a list of words. Quotes are removed; redirections, comments and leading
 * assignments of variables are omitted.
 */
export function splitShell(code: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  const pattern =
    /\\\n|\s*(?:&&|\|\||[;|\n])\s*|#(?<=(?:^|\s)#)[^\n]*|[<>]+\s*\S+|[^\S\n]+|(?:"(?:\\.|[^"\\])*"|'[^']*'|\$\([^)]*\)|[^\s;|&<>"'])+/gu;
  for (const [token] of code.matchAll(pattern)) {
    if (/^\s*(?:&&|\|\||[;|\n])\s*$/u.test(token)) commands.push([]);
    else if (!/^(?:\\\n|#|[<>]|\s)/u.test(token))
      commands.at(-1)?.push(token.replaceAll(/(["'])((?:\\.|(?!\1).)*)\1/gu, '$2'));
  }
  return commands.flatMap((words) => {
    const start = words.findIndex((word) => !/^[A-Z_]+=/u.test(word));
    return start === -1 ? [] : [words.slice(start)];
  });
}

/** Scripts of a new project, of its templates, and of this repository. */
function listScripts(isInClone: boolean): ReadonlySet<string> {
  const template = readFileSync(path.join(root, 'templates/project/package.json.hbs'), 'utf8');
  const own = JSON.parse(readPage('package.json')) as { readonly scripts: object };
  const names = [...template.matchAll(/^ {4}"(\w+)": "[^^]/gmu)].map(([, name = '']) => name);
  return new Set([...names, 'local', ...(isInClone ? Object.keys(own.scripts) : [])]);
}

/** Whether the commands of a page are those of a clone of this repository, too. */
function isAboutClone(page: string): boolean {
  return page === 'README.md' || !page.startsWith('docs/');
}

/**
 * Explains why a simple command of a page cannot be run; `undefined` for a correct command, and for another program.
 *
 * @param isInClone whether it may be a script of this repository
 */
export async function checkCommand(
  words: readonly string[],
  page: string,
  isInClone = isAboutClone(page),
): Promise<string | undefined> {
  const [program = '', ...rest] = words;
  if (program === 'npx') return checkPackage(withoutOptions(rest));
  if (program === 'create-mcp-from-schema') return checkCli(rest);
  if (program === 'node' && rest[0]?.endsWith('dist/server.mjs') === true) return checkServer(rest.slice(1));
  if (program !== 'npm') return undefined;
  const [script = '', ...given] = rest.filter((word) => word !== '--silent' && word !== '-s');
  const passed = given.includes('--') ? given.slice(given.indexOf('--') + 1) : [];
  if (script === 'create' || script === 'init') return checkPackage([`create-${given[0]}`, ...given.slice(1)]);
  if (script === 'start') return checkServer(passed);
  if (script !== 'run' && script !== 'test') return undefined;
  const [name = ''] = script === 'run' ? given : [script];
  if (!listScripts(isInClone || isAboutClone(page)).has(name)) return `There is no script ${name}.`;
  return ['dev', 'generate', 'build', 'test'].includes(name) ? checkCli([name, ...passed]) : undefined;
}

/** Returns the arguments of `npx` without its own options: `-y`, and `-p` with a package. */
function withoutOptions(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  if (first === '-p') return withoutOptions(rest.slice(1));
  return first === '-y' || first === '--yes' ? withoutOptions(rest) : words;
}

/** Checks the arguments of a package, which may have a version, if it is this one. */
function checkPackage([name = '', ...argv]: readonly string[]): Promise<string | undefined> | undefined {
  return name.replace(/(?<=.)@[^@/]*$/u, '') === 'create-mcp-from-schema' ? checkCli(argv) : undefined;
}

/** Explains why the command line does not take these arguments. */
export async function checkCli(argv: readonly string[]): Promise<string | undefined> {
  const { runCli } = await import('../../generator/cli/run-cli.js');
  let error = '';
  const io = {
    cwd: root,
    columns: 100,
    isInteractive: false,
    color: false,
    writeOut: () => {},
    writeError: (text: string) => {
      error += text;
    },
    ask: async () => undefined,
    runProgram: async () => true,
    openProcess: () => {
      throw new Error('A stubbed command opens no process.');
    },
    catchInterrupt: () => new AbortController().signal,
  };
  if (argv[0] === 'completion') return undefined;
  return (await runCli(argv, io)) === 0 ? undefined : error;
}

/** Explains why a server does not take these arguments. */
export function checkServer(argv: readonly string[]): string | undefined {
  const parsed = parseArguments(argv, {});
  return parsed.mode === 'wrong' ? parsed.message : undefined;
}
