import { platform } from 'node:process';
import type { ServerTarget } from '../tools/scaffold/server/open-server.js';
import { CommandError, splitCommand } from '../tools/links/split-command.js';
import { parseHeader } from './ask-for-project.js';
import { UsageError } from './command.js';

/**
 * Parses a server on the command line.
 *
 * @param server URL, or command that starts the server.
 * @param headers HTTP headers, each as `Name: value`.
 * @throws {UsageError} for an invalid URL, command or header.
 */
export function parseTarget(server: string, headers: readonly string[], cwd: string): ServerTarget {
  const isAddress = /^https?:\/\//iu.test(server);
  if (!isAddress && headers.length > 0) throw new UsageError('--header can only be used with a URL.');
  if (isAddress && !URL.canParse(server)) throw new UsageError(`${server} is not a valid URL.`);
  try {
    if (!isAddress && splitCommand(server).length === 0)
      throw new UsageError('The server must be a URL, or the command that starts it.');
  } catch (error) {
    if (error instanceof CommandError) throw new UsageError(error.message);
    throw error;
  }
  return { server, headers: new Map(headers.map(parseHeader)), cwd };
}

/** Joins words to a command, quoted for `splitCommand`, or for the shell of Windows. */
export function joinCommand(words: readonly string[]): string {
  const quote = (word: string): string =>
    platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
  return words.map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : quote(word))).join(' ');
}
