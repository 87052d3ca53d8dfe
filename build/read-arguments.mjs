import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Parses the arguments of this program. With `--help`, prints the comment at the top of the program and exits with 0;
 * with wrong arguments, also says what is wrong, and exits with 2.
 *
 * @param {import('node:util').ParseArgsConfig} config
 */
export function readArguments(config) {
  const usage = () =>
    readFileSync(process.argv[1], 'utf8')
      .split('\n')
      .slice(0, 20)
      .filter((line, index, lines) => lines.slice(0, index + 1).every((each) => each.startsWith('//')))
      .map((line) => line.replace(/^\/\/ ?/u, ''))
      .join('\n');
  try {
    const { values, positionals } = parseArgs({ ...config, options: { ...config.options, help: { type: 'boolean' } } });
    if (values.help !== true) return { values, positionals };
    console.log(usage());
    return process.exit(0);
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    console.error(`${error.message}\n\n${usage()}`);
    return process.exit(2);
  }
}
