import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/** Starts a server, writes raw bytes to it, chunk by chunk, ends its input, and gives what it did. */
export async function pipeBytes(
  server: string,
  chunks: readonly (string | Uint8Array)[],
): Promise<{ readonly stdout: string; readonly stderr: string; readonly exitCode: number | null }> {
  const child = spawn(process.execPath, [server]);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const closed = once(child, 'close');
  child.stdin.on('error', () => {});
  for (const chunk of chunks) {
    child.stdin.write(chunk);
    await setImmediate();
  }
  child.stdin.end();
  const [exitCode] = (await closed) as [number | null];
  return { stdout, stderr, exitCode };
}
