import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

/** A server process, and what it does. */
export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Text that the server has written up to now. */
  readonly output: { stdout: string; stderr: string };
  /** Resolves with the address of a server over HTTP, once it listens. */
  listening(): Promise<string>;
  /** Resolves with the exit code, or the signal that ended the process, once all output has come. */
  readonly exited: Promise<number | NodeJS.Signals>;
}

/** Starts a server with some arguments, and variables in addition to those of the tests. */
export function startServer(
  server: string,
  args: readonly string[] = [],
  environment: { readonly [name: string]: string } = {},
): ServerProcess {
  const child = spawn(process.execPath, [server, ...args], { env: { ...process.env, ...environment } });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // A server may end before it has read everything.
  child.stdin.on('error', () => {});
  const exited = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const listening = async (): Promise<string> => {
    for (;;) {
      const [, url] = /^Listening on (\S+)\n/mu.exec(output.stderr) ?? [];
      if (url !== undefined) return url;
      await Promise.race([once(child.stderr, 'data'), exited]);
      if (child.exitCode !== null) throw new Error(`The server has ended: ${output.stderr}`);
    }
  };
  return { child, output, exited, listening };
}
