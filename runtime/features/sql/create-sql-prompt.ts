import type { PromptArguments, PromptMessage } from '../../core/api/handlers.js';
import type { SqlCallContext } from './confirm-changes.js';
import { toText } from './fill-text.js';
import { querySql } from './query-sql.js';
import type { SqlDatabase, SqlToolDefinition } from './sql-definition.js';

/**
 * Creates the handler of a prompt whose messages contain the result of a statement.
 *
 * @param createMessages Creates the messages from the arguments and the columns of the row, or `rows` as JSON.
 */
export function createSqlPrompt(
  database: SqlDatabase,
  tool: SqlToolDefinition,
  createMessages: (values: PromptArguments) => readonly PromptMessage[],
): (input: object, context: SqlCallContext) => Promise<readonly PromptMessage[]> {
  return async (input, context) => {
    const result: { readonly [name: string]: unknown } = await querySql(database, tool, input, context);
    const found: unknown =
      tool.rows === 'many' ? { rows: result['rows'] } : tool.rows === 'one' ? result : result['row'];
    const values = Object.entries({ ...input, ...(found as object | null) }).map(
      ([name, value]) => [name, toText(value)] as const,
    );
    return createMessages(Object.fromEntries(values));
  };
}
