import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { env, execPath } from 'node:process';

/** Folder, environment and server arguments of a process. */
export interface ProcessOptions {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly environment: { readonly [name: string]: string };
  /** Arguments for the server, which follow `--`. */
  readonly serverArgs: readonly string[];
}

/** Node process that runs a server. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Resolves with an exit code or signal as text when the process has ended. */
  readonly ended: Promise<string>;
  /** Stops the process, and kills it after a timeout. */
  stop(): void;
}

/**
 * Starts a server process.
 *
 * @param args Absolute module path, followed by its arguments.
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
