/**
 * Whether the edit distance of two strings (insertions, deletions, substitutions, transpositions) is within a maximum.
 *
 * @param max Maximum number of edits. The cost grows exponentially with it.
 */
export function isNear(one: string, other: string, max: number): boolean {
  if (Math.abs(one.length - other.length) > max) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [left, right] = [one.slice(at), other.slice(at)];
  if (left === '' || right === '') return true;
  if (max === 0) return false;
  return (
    isNear(left.slice(1), right.slice(1), max - 1) ||
    isNear(left.slice(1), right, max - 1) ||
    isNear(left, right.slice(1), max - 1) ||
    (left[0] === right[1] && left[1] === right[0] && isNear(left.slice(2), right.slice(2), max - 1))
  );
}

/** Returns the maximum number of edits that count as a typo in a name of a given length. */
export function allowedEdits(length: number): number {
  return length < 4 ? 0 : length < 13 ? 1 : 2;
}
