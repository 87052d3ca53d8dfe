/** Fields of a local server. A remote server cannot have them. */
const localFields = ['command', 'cmd', 'args', 'env', 'envFile', 'envs', 'cwd'];

/** Fields of a remote server. */
const remoteFields = [
  'url',
  'uri',
  'httpUrl',
  'serverUrl',
  'headers',
  'http_headers',
  'env_http_headers',
  'bearer_token_env_var',
  'oauth',
  'auth',
];

/** Changes that turn one client entry into another. */
interface EntryChanges<Value> {
  /** Fields to remove because they belong to the other kind of server. */
  readonly removed: readonly string[];
  /** Fields to write, in order. */
  readonly set: readonly (readonly [field: string, value: Value])[];
}

/**
 * Plans the change of an entry. Keeps fields that are unrelated to the connection, and fields that the user added to
 * the same kind of server, such as variables.
 * @param present Fields of the current entry; absent if there is none.
 * @param fields Fields that the entry must have.
 * @param newEntry Additional fields of a new entry.
 */
export function planEntry<Value>(
  present: ReadonlySet<string> | undefined,
  fields: readonly (readonly [field: string, value: Value])[],
  newEntry: readonly (readonly [field: string, value: Value])[],
): EntryChanges<Value> {
  if (!present) return { removed: [], set: [...fields, ...newEntry] };
  const isLocal = (names: Iterable<string>): boolean => [...names].some((name) => name === 'command' || name === 'cmd');
  const wanted = new Set(fields.map(([name]) => name));
  if (isLocal(present) === isLocal(wanted)) return { removed: [], set: fields };
  const foreign = [...localFields, ...remoteFields, 'type'];
  return { removed: foreign.filter((name) => present.has(name) && !wanted.has(name)), set: fields };
}
