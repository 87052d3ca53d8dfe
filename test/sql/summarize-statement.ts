import type {
  PreparedColumn,
  PreparedStatement,
  PrepareRequest,
  StatementEffect,
  StatementProblem,
} from '../../generator/features/sql/engines/engine.js';

/** Cells of a table for what an engine says about a statement: the prepared statement, or one cell per problem. */
export function summarize(
  { text }: PrepareRequest,
  prepared: PreparedStatement | readonly StatementProblem[],
): readonly string[] {
  if ('map' in prepared) return prepared.map((problem) => summarizeProblem(problem, text));
  const parameters = prepared.parameters.map(({ name, type, bind }) => `${name} ${type} ${bind}`).join(', ');
  const columns = prepared.columns.map(summarizeColumn).join(', ');
  const warnings = prepared.warnings.map((problem) => summarizeProblem(problem, text)).join('; ');
  return [prepared.text, parameters, columns, summarizeEffect(prepared.effect), warnings];
}

function summarizeProblem({ code, message, help, place }: StatementProblem, text: string): string {
  const source = place ? text.slice(place.offset, place.offset + place.length) : '';
  return `${code} at <${place?.offset ?? ''} ${source}>: ${message}${help === undefined ? '' : ` ${help}`}`;
}

/** A `?` means that the column can be null. */
function summarizeColumn({ name, type, kind, isArray, enum: values, isNullable }: PreparedColumn): string {
  return `${name} ${type} ${kind}${isArray ? '[]' : ''}${values ? `(${values.join('|')})` : ''}${isNullable ? '?' : ''}`;
}

function summarizeEffect({ reads, isDestructive, isIdempotent }: StatementEffect): string {
  return [
    reads ? 'reads' : 'writes',
    ...(isDestructive ? ['destructive'] : []),
    ...(isIdempotent ? ['idempotent'] : []),
  ].join(' ');
}
