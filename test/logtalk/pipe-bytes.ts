import { spawn } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';

/** What a server did with raw bytes. */
export interface RawConversation {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  /** Milliseconds from the last output to the end of the process. */
  readonly exitDelayMs: number;
}

/**
 * Starts a server and writes raw bytes to it, chunk by chunk. Its input is ended after that; or, if a signal is given,
 * stays open until the server has answered and was sent the signal.
 */
export async function pipeBytes(
  server: string,
  chunks: readonly (string | Uint8Array)[],
  signal?: NodeJS.Signals,
): Promise<RawConversation> {
  const child = spawn(process.execPath, [server]);
  let stdout = '';
  let stderr = '';
  let lastOutput = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    lastOutput = performance.now();
  });
  if (signal !== undefined) child.stdout.once('data', () => child.kill(signal));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const closed = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  child.stdin.on('error', () => {});
  for (const chunk of chunks) {
    child.stdin.write(chunk);
    await setImmediate();
  }
  if (signal === undefined) child.stdin.end();
  const exitCode = await closed;
  return { stdout, stderr, exitCode, exitDelayMs: performance.now() - lastOutput };
}
