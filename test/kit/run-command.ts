import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { environment, patience } from './walk-page.js';

/** Environment of a command. */
export interface CommandOptions {
  readonly cwd: string;
  /** Variables in addition to those of this process, such as `npm_config_registry`. */
  readonly variables?: { readonly [name: string]: string };
  /** Texts that a user types, each as soon as the command has printed the text before it. */
  readonly typed?: readonly (readonly [shown: string, keys: string])[];
}

/**
 * Runs a command line as a shell does, without blocking this process, which may be a server that the command needs.
 *
 * @returns what the command prints, on both outputs
 * @throws {Error} with that text, when the exit code is not 0
 */
export async function runCommand(command: string, { cwd, variables, typed = [] }: CommandOptions): Promise<string> {
  const env = { ...environment, ...variables };
  const child = spawn(command, { cwd, env, shell: true, stdio: 'pipe', timeout: patience });
  const left = [...typed];
  let printed = '';
  let seen = 0;
  const take = (text: string): void => {
    printed += text;
    const [shown, keys] = left[0] ?? [];
    if (shown === undefined || !printed.includes(shown, seen)) return;
    seen = printed.length;
    left.shift();
    child.stdin.write(keys);
  };
  if (typed.length === 0) child.stdin.end();
  child.stdout.setEncoding('utf8').on('data', take);
  child.stderr.setEncoding('utf8').on('data', take);
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${command}: exit code ${status}\n${printed}`);
  return printed;
}

/** Starts a command line that runs until it is stopped, in a process group of its own, as a terminal does. */
export function startCommand(command: string, cwd: string): { readonly child: ChildProcess; stop(): Promise<void> } {
  const child = spawn(command, { cwd, env: environment, shell: true, detached: true, stdio: 'ignore' });
  const exited = once(child, 'close');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGINT');
    await exited;
  };
  return { child, stop };
}
