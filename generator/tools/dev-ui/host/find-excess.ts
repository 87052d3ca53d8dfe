/** Limits of a schema, far above those of real ones. Time to compile grows with the square of patterns and branches. */
const limits = { depth: 200, parts: 30_000, patterns: 500, branches: 1_000 };

const branchKeywords = new Set(['allOf', 'anyOf', 'oneOf']);

/**
 * Finds why a schema of a foreign server would take too long to compile; `undefined` when it would not. Stops counting at the first
 * limit that is exceeded.
 */
export function findExcess(schema: unknown): string | undefined {
  let parts = 0;
  let patterns = 0;
  let branches = 0;
  const open: (readonly [value: unknown, depth: number])[] = [[schema, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    parts += 1;
    if (depth > limits.depth) return `it is nested more than ${limits.depth} levels deep`;
    if (parts > limits.parts) return `it has more than ${limits.parts} objects and lists`;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'object' || member === null) continue;
      if (key === 'patternProperties') patterns += Object.keys(member).length;
      if (branchKeywords.has(key)) branches += Object.keys(member).length;
      open.push([member, depth + 1]);
    }
    if (patterns > limits.patterns) return `it has more than ${limits.patterns} pattern properties`;
    if (branches > limits.branches) return `it has more than ${limits.branches} branches in allOf, anyOf and oneOf`;
  }
  return undefined;
}
