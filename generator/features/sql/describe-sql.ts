import type { ToolModel } from '../../core/model/model.js';
import type { Implementation } from '../../feature-kit/implementation.js';
import { code, text } from '../../feature-kit/pages/document.js';
import { firstOf, sqlToolPart } from './sql-part.js';

/** Describes how a tool with SQL is implemented. */
export function describeSql(tool: ToolModel): Implementation | undefined {
  const sql = sqlToolPart.of(tool);
  if (!sql) return undefined;
  const { steps, database, written } = sql;
  const statements = steps.length === 1 ? 'a SQL statement' : `${steps.length} SQL statements in one transaction`;
  const reads = steps.every((step) => firstOf(step)?.effect.reads);
  const verb = tool.handler.kind === 'declared' ? 'Runs' : 'A handler, which can run';
  return {
    kind: 'sql',
    summary: [text(`${verb} ${statements} in `), code(database.name), text(reads ? '; reads only' : '')],
    isDeclared: true,
    code: written.map((statement) => statement.trim()),
  };
}
