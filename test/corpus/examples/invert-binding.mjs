/**
 * Arguments with which a tool sends a body: the inverse of its binding in `generated/api-calls.ts`.
 *
 * @param {object} api the `ForwardApi` of the operation
 * @param {object} operation the `ForwardOperation`
 * @param {readonly { readonly place: string, readonly name: string, readonly value: unknown }[]} parameters
 * @param {unknown} body
 * @returns {{ readonly input?: object, readonly failure?: string }}
 */
export function invertBinding(api, operation, parameters, body) {
  const input = {};
  const bound = [
    ...operation.path.filter((piece) => typeof piece === 'object').map((piece) => ['path', piece]),
    ...(operation.query ?? []).map((each) => ['query', each]),
    ...(operation.headers ?? []).map((each) => ['header', each]),
    ...(operation.cookies ?? []).map((each) => ['cookie', each]),
  ];
  for (const [place, { name, from, renames }] of bound) {
    const given = parameters.find((each) => each.place === place && each.name === name);
    if (given) setArgument(input, from[0], renameBack(given.value, renames, api.renames));
    // A path parameter that the document does not declare.
    else if (place === 'path') setArgument(input, from[0], 'a');
  }
  if (operation.body === undefined) return { failure: 'the tool sends no body' };
  const { value, renames, parts = {}, encoding } = operation.body;
  if (value.from) {
    setArgument(input, value.from[0], invertWhole(encoding, renameBack(body, renames, api.renames), parts));
    return { input };
  }
  if (typeof body !== 'object' || Array.isArray(body)) return { failure: 'the body is not an object' };
  const taken = new Set([...bound.map(([, each]) => each), ...value.members].map(({ from }) => from[0]));
  for (const [name, member] of Object.entries(body ?? {})) {
    const known = value.members.find((each) => each.name === name);
    const key = known ? known.from[0] : taken.has(name) ? `${name}_body` : name;
    const renamed = renameBack(member, known?.renames, api.renames);
    setArgument(input, key, parts[name]?.file === undefined ? renamed : toFile(renamed));
  }
  return { input };
}

function setArgument(input, key, value) {
  Object.defineProperty(input, key, { value, enumerable: true, configurable: true, writable: true });
}

function invertWhole(encoding, value, parts) {
  if (encoding === 'multipart' && Object(value) === value && !Array.isArray(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([key, member]) => [key, parts[key]?.file ? toFile(member) : member]));
  }
  if (encoding === 'binary') return { text: String(value) };
  return encoding === 'text' && typeof value !== 'string' ? JSON.stringify(value) : value;
}

function toFile(value) {
  if (Array.isArray(value)) return value.map(toFile);
  return typeof value === 'string' ? { text: value } : value;
}

/** Replaces the property names of the API by those of the arguments. */
function renameBack(value, id, known) {
  const rename = id === undefined ? undefined : known?.[id];
  if (rename === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => renameBack(item, rename.items, known));
  const properties = Object.entries(rename.properties ?? {});
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const [key, found] = properties.find(([own, each]) => (each.name ?? own) === name) ?? [name];
      return [key, renameBack(member, found ? found.renames : rename.values, known)];
    }),
  );
}
