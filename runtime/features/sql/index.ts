/** Exports for the generated code of tools that run SQL statements. Servers without a database do not load them. */
export type * from './sql-definition.js';
export { createSqlCompletion } from './create-sql-completion.js';
export { createSqlPrompt } from './create-sql-prompt.js';
export { createSqlResource } from './create-sql-resource.js';
export { createSqlTool, type SqlFunction } from './create-sql-tool.js';
export type { SqlCallContext } from './confirm-changes.js';
export { SqlToolError } from './sql-tool-error.js';
