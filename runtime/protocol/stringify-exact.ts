/** JSON text of a value. A `bigint` becomes a number with all its digits. Returns `undefined` for what JSON has not. */
export function stringifyExact(value: unknown): string | undefined {
  return tryStringify(value) ?? stringifyBigints(value);
}

/** JSON text of a value. Returns `undefined` when the value contains a `bigint`, or something else that is not JSON. */
export function tryStringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function stringifyBigints(value: unknown): string | undefined {
  const mark = crypto.randomUUID();
  return stringifyWithMarks(value, mark)?.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** JSON text of a value, with a text that begins with a mark for each `bigint`. Returns `undefined` for what JSON has not. */
export function stringifyMarked(value: unknown, mark: string): string | undefined {
  return tryStringify(value) ?? stringifyWithMarks(value, mark);
}

function stringifyWithMarks(value: unknown, mark: string): string | undefined {
  return (
    tryStringify(markBigints(value, mark)) ??
    JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? `${mark}${member}` : member))
  );
}

/** Copies plain objects and arrays with a `bigint`, as a marked text: faster than a function that sees each value. */
function markBigints(value: unknown, mark: string): unknown {
  if (typeof value === 'bigint') return `${mark}${value}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => markBigints(item, mark));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in value) return value;
  let isChanged = false;
  const members = Object.entries(value).map(([key, member]) => {
    const marked = markBigints(member, mark);
    isChanged ||= marked !== member;
    return [key, marked] as const;
  });
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return isChanged ? Object.fromEntries(members) : value;
}
