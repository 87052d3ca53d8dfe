import type { DatabaseKind, ParameterFacts, Placeholder } from './engines/engine.js';
import type { ParsedStatement } from './parse-statement.js';

/** A statement in which names and keywords are inserted. */
export interface StatementVariant {
  /** Values of the arguments of {@link listChoices}, joined with a space; `''` for a statement without choices. */
  readonly key: string;
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
  /** Returns the offset in the text as written. */
  readonly toWritten: (offset: number) => number;
}

/** Maximum number of variants of a statement. Each is prepared by the database. */
export const maxVariants = 32;

/** Lists the arguments that insert names or keywords, in order of first use. */
export function listChoices({ choices }: ParsedStatement): readonly string[] {
  return [...new Set(choices.map(({ name }) => name))];
}

/** Returns a statement with every combination of inserted names; at most one more than {@link maxVariants}. */
export function listVariants(
  statement: ParsedStatement,
  kind: DatabaseKind,
  parameters: ReadonlyMap<string, ParameterFacts>,
): readonly StatementVariant[] {
  let combinations: readonly (readonly string[])[] = [[]];
  const names = listChoices(statement);
  for (const name of names) {
    const values = parameters.get(name)?.enum ?? [];
    combinations = combinations
      .flatMap((chosen) => values.map((value) => [...chosen, value]))
      .slice(0, maxVariants + 1);
  }
  return combinations.map((values) => {
    const byName = new Map(names.map((name, index) => [name, values[index] ?? '']));
    return { key: values.join(' '), ...insertNames(statement, kind, byName) };
  });
}

/** A replaced piece of the text. */
interface Insertion {
  /** Start in the new text. */
  readonly start: number;
  readonly length: number;
  readonly written: Placeholder;
}

function insertNames(
  { text, placeholders, choices }: ParsedStatement,
  kind: DatabaseKind,
  values: ReadonlyMap<string, string>,
): Omit<StatementVariant, 'key'> {
  const insertions: Insertion[] = [];
  let filled = '';
  let end = 0;
  for (const choice of choices) {
    filled += text.slice(end, choice.start);
    const value = values.get(choice.name) ?? '';
    const inserted = choice.filter === 'column' ? quoteName(value, kind) : value.toLowerCase();
    insertions.push({ start: filled.length, length: inserted.length, written: choice });
    filled += inserted;
    end = choice.end;
  }
  const shiftAt = (offset: number): number =>
    insertions
      .filter(({ written }) => written.end <= offset)
      .reduce((shift, { length, written }) => shift + length - (written.end - written.start), 0);
  return {
    text: filled + text.slice(end),
    placeholders: placeholders.map((place) => {
      const shift = shiftAt(place.start);
      return { ...place, start: place.start + shift, end: place.end + shift };
    }),
    toWritten: (offset) => {
      const last = insertions.findLast(({ start }) => start <= offset);
      if (!last) return offset;
      const after = offset - last.start - last.length;
      return after < 0 ? last.written.start : last.written.end + after;
    },
  };
}

function quoteName(name: string, kind: DatabaseKind): string {
  const quote = kind === 'mysql' ? '`' : '"';
  return name
    .split('.')
    .map((part) => `${quote}${part}${quote}`)
    .join('.');
}
