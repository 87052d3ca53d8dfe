import type {
  DatabaseKind,
  ParameterFacts,
  PreparedStatement,
  PrepareRequest,
  StatementProblem,
} from '../../generator/features/sql/engines/engine.js';
import { listTokens } from '../../generator/features/sql/lex.js';

/** Makes a request to prepare a statement, with the facts of its arguments. Limits the rows to 100. */
export function requestOf(
  text: string,
  kind: DatabaseKind,
  facts: { readonly [name: string]: Partial<ParameterFacts> } = {},
): PrepareRequest {
  const placeholders = listTokens(text, kind)
    .filter((token) => token.kind === 'placeholder')
    .map(({ text: name, start, end }) => ({ name: name.trim(), start, end }));
  const parameters = new Map<string, ParameterFacts>();
  for (const { name } of placeholders) parameters.set(name, { isOptional: false, ...facts[name] });
  return { text, placeholders, parameters, limit: 100 };
}

/** Shows what is known about a statement in a line: `id:integer name:text? -> reads`. */
export function showPrepared(prepared: PreparedStatement | readonly StatementProblem[], text: string): string {
  if (isProblems(prepared)) return prepared.map((problem) => showProblem(problem, text)).join(' | ');
  const { columns, effect, limit, parameters, warnings } = prepared;
  const shown = columns.map(({ name, kind, isNullable, origin }) => {
    const from = origin === undefined ? '' : `=${origin}`;
    return `${name}:${kind}${isNullable ? '?' : ''}${from}`;
  });
  const { reads, isDestructive, isIdempotent } = effect;
  const does = [reads && 'reads', isDestructive && 'destructive', isIdempotent && 'idempotent', limit].filter(Boolean);
  return [
    ...shown,
    `(${parameters.map(({ name, bind }) => `${name}:${bind}`).join(' ')})`,
    does.join(' '),
    ...warnings.map((warning) => showProblem(warning, text)),
  ].join(' ');
}

/** Shows a problem with the text at its place: `sql-syntax @selec: message / help`. */
export function showProblem({ code, message, help, place }: StatementProblem, text: string): string {
  const at =
    place === undefined ? '' : ` @${place.offset} \`${text.slice(place.offset, place.offset + place.length)}\``;
  return `${code}${at}: ${message}${help === undefined ? '' : ` / ${help}`}`;
}

/** Whether a statement was refused. */
export function isProblems(
  prepared: PreparedStatement | readonly StatementProblem[],
): prepared is readonly StatementProblem[] {
  return Array.isArray(prepared);
}
