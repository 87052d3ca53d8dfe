import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Milliseconds that a command of a page may take: npm may have to download. */
export const patience = 5 * 60_000;

const outside = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV|NODE_OPTIONS)/u.test(name));
const quick = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' };

/** Environment of a shell in which a reader runs the commands of a page. */
export const environment: { readonly [name: string]: string | undefined } = {
  ...Object.fromEntries(outside),
  ...quick,
};

/** Block of code of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** Returns the blocks of a section of a page: commands, files, and what commands print. */
export function readBlocks(page: string, title: string): readonly Block[] {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll('\r\n', '\n');
  const section = text.split(/^##+ /mu).find((each) => each.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gmu)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }));
}

/** Returns the lines of the shell commands among blocks. */
export function listCommands(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap(({ language, text }) => (language === 'sh' ? text.trim().split('\n') : []));
}

/** Runs commands as one shell does, one after the other. Returns what they print; throws when one fails. */
export function runCommands(commands: readonly string[], cwd: string): string {
  const script = ['set -e', ...commands].join('\n');
  const options = { cwd, env: environment, encoding: 'utf8', timeout: patience } as const;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], options);
  if (status !== 0) throw new Error(`${script}: exit code ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Makes a folder like a built clone, next to which a project can be made. */
export function makeClone(): string {
  const clone = path.join(makeFolder({ 'clone/.keep': '' }), 'clone');
  const entries = ['package.json', 'dist', 'definitions', 'docs', 'templates', 'node_modules'];
  for (const entry of entries) symlinkSync(path.join(root, entry), path.join(clone, entry));
  return clone;
}

/** Pattern of a line that a page shows: `…` stands for anything. */
export function patternOf(line: string): RegExp {
  const parts = line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&'));
  return new RegExp(parts.join('.*'), 'u');
}
