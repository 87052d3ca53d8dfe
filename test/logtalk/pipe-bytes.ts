import { setImmediate } from 'node:timers/promises';
import { startServer } from '../kit/start-server.js';
import type { Conversation } from '../kit/talk.js';

/** Starts a server, writes raw bytes to it, chunk by chunk, ends its input, and gives what it did. */
export async function pipeBytes(
  server: string,
  chunks: readonly (string | Uint8Array)[],
): Promise<Omit<Conversation, 'messages'>> {
  const { child, output, exited } = startServer(server);
  for (const chunk of chunks) {
    child.stdin.write(chunk);
    await setImmediate();
  }
  child.stdin.end();
  const exitCode = await exited;
  return { ...output, exitCode };
}
