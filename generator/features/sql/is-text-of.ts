import type { DatabaseKind, Placeholder, PreparedStatement } from './engines/engine.js';

/** Parameters in prepared texts, with their number. */
const parameters: { readonly [kind in DatabaseKind]: RegExp } = {
  postgres: /^\(\(?\$(?<number>\d+)::(?:[\w. [\]]|"[^"]*"){1,200}\)(?: at time zone 'UTC'\))?/u,
  sqlite: /^:p(?<number>\d+)/u,
  mysql: /^\?/u,
};

/**
 * Whether a prepared text is that of a statement: the same apart from its parameters, which belong to the same arguments,
 * and a row limit. A lock file that does not match its definition must not decide what runs.
 */
export function isTextOf(
  { text, placeholders }: { readonly text: string; readonly placeholders: readonly Placeholder[] },
  prepared: Pick<PreparedStatement, 'text' | 'parameters'>,
  kind: DatabaseKind,
): boolean {
  let rest = prepared.text;
  let end = 0;
  for (const [index, { name, start, end: next }] of placeholders.entries()) {
    const literal = text.slice(end, start);
    if (!rest.startsWith(literal)) return false;
    rest = rest.slice(literal.length);
    const match = parameters[kind].exec(rest);
    if (!match) return false;
    const number = match.groups?.['number'];
    if (prepared.parameters[number === undefined ? index : Number(number) - 1]?.name !== name) return false;
    rest = rest.slice(match[0].length);
    end = next;
  }
  const last = text.slice(end);
  return rest.startsWith(last) && /^(?:\nlimit \d+)?$/u.test(rest.slice(last.length));
}
