import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Folder that `.` stands for. */
export const session: { folder: string | undefined } = { folder: undefined };

const notSet = "No session working directory set. Please specify a 'path' or use 'git_set_working_dir' first.";

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export function folderOf(path: string): string {
  const folder = path === '.' ? session.folder : path;
  if (folder === undefined) throw new Error(notSet);
  return folder;
}

/** Runs git in a folder. */
export function tryGit(path: string, ...args: readonly string[]): Promise<Output> {
  const cwd = folderOf(path);
  if (!existsSync(cwd)) throw new Error(`Working directory does not exist: ${cwd}`);
  const env = { ...process.env, LC_ALL: 'C.UTF-8', GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true' };
  return new Promise((resolve, reject) => {
    execFile('git', args, { cwd, env, maxBuffer: 2 ** 26, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ stdout, stderr, exitCode: Number(error?.code ?? 0) });
    });
  });
}

/** Runs git in a folder and returns its standard output. Throws what it complains about. */
export async function git(path: string, ...args: readonly string[]): Promise<string> {
  return (await gitLoud(path, ...args)).stdout;
}

/** Runs git in a folder and returns both its outputs. Throws what it complains about. */
export async function gitLoud(path: string, ...args: readonly string[]): Promise<Output> {
  return checked(await tryGit(path, ...args));
}

/** Runs a command of git that may stop at conflicts. */
export async function gitMerging(path: string, ...args: readonly string[]) {
  const output = await tryGit(path, ...args);
  const text = `${output.stdout}\n${output.stderr}`;
  const conflicts = text.includes('CONFLICT');
  if (!conflicts) checked(output);
  const files = [...text.matchAll(/CONFLICT.*?\sin\s(.+?)\s*$/gmu)].map(([, file = '']) => file);
  return { ...output, conflicts, conflictedFiles: [...new Set(files)] };
}

function checked(output: Output): Output {
  if (output.exitCode !== 0) throw new Error(output.stderr.trim() || output.stdout.trim());
  return output;
}

/** Options with their values; those that are `undefined` or `false` are left out. */
export function options(all: { readonly [option: string]: string | number | boolean | undefined }): string[] {
  return Object.entries(all).flatMap(([option, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? option : `${option}=${value}`;
  });
}

/** Arguments that are no options; those that are `undefined` are left out. */
export function names(...all: readonly (string | undefined)[]): string[] {
  const given = all.filter((name) => name !== undefined);
  const option = given.find((name) => name.startsWith('-'));
  if (option !== undefined) throw new Error(`"${option}" must not start with "-".`);
  return given;
}

/** The value of an argument that a mode needs. */
export function needed<Value>(value: Value | undefined, name: string, mode: string): Value {
  if (value === undefined) throw new Error(`${name} is required for ${mode} operation`);
  return value;
}

/** The lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The files in the statistics that git prints after a merge. */
export function filesInStat(text: string): string[] {
  return [...text.matchAll(/^\s(.+?)\s*\|\s*(?:\d+\s*[+-]*|Bin\s)/gmu)].map(([, file = '']) => file.trim());
}
