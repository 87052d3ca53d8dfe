import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Parses the arguments of this program. With `--help`, prints the comment at the top of the program and exits with 0;
 * with wrong arguments, also says what is wrong, and exits with 2.
 *
 * @param {import('node:util').ParseArgsConfig} config
 */
export function readArguments(config) {
  const usage = () => {
    const [comment = ''] = /^(?:\/\/.*\n)+/u.exec(readFileSync(process.argv[1], 'utf8')) ?? [];
    return comment.replaceAll(/^\/\/ ?/gmu, '').trimEnd();
  };
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
