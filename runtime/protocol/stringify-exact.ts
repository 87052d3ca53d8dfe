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
  const json: string | undefined = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? `${mark}${member}` : member,
  );
  return json?.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
