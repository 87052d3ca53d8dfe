/** A field in which two values differ. */
export interface Difference {
  /** Names of the members that lead to the field; in accepted differences `*` stands for any name. */
  readonly field: readonly string[];
  /** `undefined` where the original has no such field. */
  readonly original?: unknown;
  /** `undefined` where ours has no such field. */
  readonly ours?: unknown;
}

/** A difference that is accepted. Without `original` or `ours` any value is accepted there. */
export interface Accepted extends Difference {
  readonly reason: string;
}

/** Result of comparing two values field by field. */
export interface Comparison {
  readonly fields: number;
  readonly explained: number;
  readonly unexplained: readonly Difference[];
  /** Accepted differences that there are not. */
  readonly unneeded: readonly Accepted[];
}

/** Compares two JSON values. Fields are their scalars, arrays of scalars, and empty objects and arrays. */
export function compareFields(original: unknown, ours: unknown, accepted: readonly Accepted[]): Comparison {
  const left = listFields(original);
  const right = listFields(ours);
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  const differences = keys
    .filter((key) => left.get(key) !== right.get(key))
    .map((key): Difference => ({
      field: JSON.parse(key) as string[],
      ...(left.has(key) && { original: JSON.parse(left.get(key) ?? '') as unknown }),
      ...(right.has(key) && { ours: JSON.parse(right.get(key) ?? '') as unknown }),
    }));
  const unexplained = differences.filter((each) => !accepted.some((row) => isExplained(each, row)));
  return {
    fields: keys.length,
    explained: differences.length - unexplained.length,
    unexplained,
    unneeded: accepted.filter((row) => !differences.some((each) => isExplained(each, row))),
  };
}

/** A line for each difference without a reason, and for each reason without a difference. */
export function listProblems({
  unexplained,
  unneeded,
}: Pick<Comparison, 'unexplained' | 'unneeded'>): readonly string[] {
  return [
    ...unexplained.map((difference) => `unexplained: ${JSON.stringify(difference)}`),
    ...unneeded.map((row) => `not needed: ${JSON.stringify(row)}`),
  ];
}

function isExplained(difference: Difference, row: Accepted): boolean {
  return (
    row.field.length === difference.field.length &&
    row.field.every((name, index) => name === '*' || name === difference.field[index]) &&
    (['original', 'ours'] as const).every(
      (side) => !(side in row) || JSON.stringify(row[side]) === JSON.stringify(difference[side]),
    )
  );
}

/** JSON texts of the fields of a value, by the JSON text of their path. */
function listFields(value: unknown, path: readonly string[] = []): ReadonlyMap<string, string> {
  const isNested = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
  if (!isNested || isList) return new Map([[JSON.stringify(path), JSON.stringify(value) ?? 'null']]);
  return new Map(Object.entries(value).flatMap(([name, member]) => [...listFields(member, [...path, name])]));
}
