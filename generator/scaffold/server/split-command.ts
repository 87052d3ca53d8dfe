import { PeerError } from './peer.js';

/**
 * The words of a command as a POSIX shell would split them: single and double quotes and backslashes count, nothing else
 * does; no variable is filled in and no shell is started.
 *
 * @throws {PeerError} for a quote that is not closed
 */
export function splitCommand(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  const parts = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)|(.)/gsu;
  for (const [whole, single, double, escaped, plain, stray] of command.matchAll(parts)) {
    if (stray !== undefined) throw new PeerError(`The command has a ${stray} that is not closed: ${command}`);
    const text = single ?? double?.replace(/\\([$`"\\])/gu, '$1') ?? escaped ?? plain;
    if (text !== undefined) word = (word ?? '') + text;
    else if (/^\s/u.test(whole) && word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}
