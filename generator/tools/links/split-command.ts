/** Thrown if a command cannot be parsed. The message is for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Splits a command into words like a POSIX shell: with single quotes, double quotes and backslashes, without variables
 * and operators.
 *
 * @throws {CommandError} for an unclosed quote
 */
export function splitCommand(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  const parts = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)|(.)/gsu;
  for (const [whole, single, double, escaped, plain, stray] of command.matchAll(parts)) {
    if (stray !== undefined) throw new CommandError(`The command has an unclosed ${stray}: ${command}`);
    const text = single ?? double?.replace(/\\([$`"\\])/gu, '$1') ?? escaped ?? plain;
    if (text !== undefined) word = (word ?? '') + text;
    else if (/^\s/u.test(whole) && word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}
