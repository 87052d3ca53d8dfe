import type { ResourceResult } from '../../core/api/handlers.js';
import { stringifyExact } from '../../wire/stringify-exact.js';
import type { SqlCallContext } from './confirm-changes.js';
import { querySql } from './query-sql.js';
import type { SqlDatabase, SqlToolDefinition } from './sql-definition.js';

/**
 * Creates the handler of a resource or template whose content is the result of a statement as JSON: the list of rows, or
 * the row. The resource does not exist if one row is expected and none matches.
 */
export function createSqlResource(
  database: SqlDatabase,
  definition: SqlToolDefinition,
): (variables: string | object, context: SqlCallContext) => Promise<ResourceResult> {
  // A single row can be missing.
  const tool = definition.rows === 'one' ? ({ ...definition, rows: 'maybe-one' } as const) : definition;
  return async (variables, context) => {
    const input = typeof variables === 'string' ? {} : variables;
    const result: { readonly rows?: unknown; readonly row?: unknown } = await querySql(database, tool, input, context);
    if (tool.rows === 'maybe-one' && result.row === null) return undefined;
    return stringifyExact(tool.rows === 'maybe-one' ? result.row : result.rows) ?? '';
  };
}
