import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { env, execPath } from 'node:process';

/** Folder, environment and own arguments of a server process. */
export interface ProcessOptions {
  /** Absolute path of the folder that the process runs in. */
  readonly cwd: string;
  readonly environment: { readonly [name: string]: string };
  /** Arguments of the server's own, which follow `--`. */
  readonly serverArgs: readonly string[];
}

/** A process of Node that runs a server. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Resolves when the process has ended, with its exit code or signal in words. */
  readonly ended: Promise<string>;
  /** Stops the process, and kills it after a timeout. */
  stop(): void;
}

/**
 * Starts a server process.
 *
 * @param args Absolute path of its module, and arguments for it.
 * @param stopTimeoutMs Milliseconds from `stop` until the process is killed.
 */
export function startProcess(
  args: readonly string[],
  { cwd, environment, serverArgs }: ProcessOptions,
  stdio: StdioOptions,
  stopTimeoutMs: number,
): ServerProcess {
  const all = ['--enable-source-maps', ...args, ...(serverArgs.length > 0 ? ['--', ...serverArgs] : [])];
  const child = spawn(execPath, all, { cwd, env: { ...env, ...environment }, stdio });
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  let isStopping = false;
  return {
    child,
    ended,
    stop() {
      if (isStopping) return;
      isStopping = true;
      child.stdin?.end();
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      void ended.then(() => clearTimeout(timer));
    },
  };
}
