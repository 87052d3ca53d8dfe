/** Fields that say how a server is started. Those of another way to reach it must not stand next to them. */
const localFields = ['command', 'cmd', 'args', 'env', 'envFile', 'envs', 'cwd'];

/** Fields that say where a server is reached over HTTP. */
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

/** Changes that turn the entry of a client into another. */
interface EntryChanges<Value> {
  /** Fields that go, because they belong to the other way to reach a server. */
  readonly removed: readonly string[];
  /** Fields to be written, in order. */
  readonly set: readonly (readonly [field: string, value: Value])[];
}

/**
 * Plans the change of an entry. All fields stay that say nothing about how the server is reached, and those that the user
 * has added to the same kind of server, such as variables.
 *
 * @param present Fields of the present entry; absent when there is none.
 * @param fields Fields that the entry must have.
 * @param newEntry Fields that a new entry gets in addition.
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
