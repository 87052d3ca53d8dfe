import type { TableChoice } from '../tools/scaffold/source/database-source.js';
import type { CliIo } from './cli-io.js';

/** Maximum length of the list of tables in a prompt. */
const maxListed = 200;

/**
 * Returns a function that lets the user choose tables: all, or some by name or pattern. It resolves with `[]` for all, and
 * with `undefined` if the user quits.
 */
export function askForTables(io: CliIo): (choice: TableChoice) => Promise<readonly string[] | undefined> {
  return async ({ names, defaultCount, explain }) => {
    const listed = names.join(', ');
    const hint = listed.length > maxListed ? `${listed.slice(0, maxListed)}…` : listed;
    if (defaultCount > 0) {
      const chosen = await io.ask({
        kind: 'choice',
        message: 'Tables',
        choices: [
          { value: 'all', label: defaultCount === 1 ? 'The only one' : `All ${defaultCount}`, hint },
          { value: 'some', label: 'Some of them' },
        ],
      });
      if (chosen === undefined) return undefined;
      if (chosen === 'all') return [];
    }
    const typed = await io.ask({
      kind: 'text',
      message: `Tables, separated by commas, such as orders, sales.* (${names.length}: ${hint})`,
      explain: (input) => explain(splitPatterns(input)),
    });
    return typed === undefined ? undefined : splitPatterns(typed);
  };
}

function splitPatterns(text: string): readonly string[] {
  return text
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
}
