import type { LookupOptions } from '../../feature-kit/load/lookup-options.js';
import type { DatabaseModel } from './databases.js';
import type { EngineProblem } from './engines/engine.js';

/**
 * Returns the address of the database that statements are checked against: the one given for it, or the one that its
 * variable contains. Returns `undefined` if none is asked for.
 */
export function chooseAddress(
  { name, variable, file }: DatabaseModel,
  { databases, environment = {} }: LookupOptions,
): { readonly url: string } | { readonly problem: EngineProblem } | undefined {
  if (!databases) return undefined;
  const named = databases.map(splitAddress);
  const given = named.find((one) => one.name === name) ?? named.find((one) => one.name === undefined);
  if (given) return { url: given.url };
  // Addresses of other databases were given.
  if (databases.length > 0) return undefined;
  const url = (variable === undefined ? undefined : environment[variable]) ?? file;
  if (url !== undefined && url !== '') return { url };
  const message = `The variable \`${variable}\` with the URL of the database \`${name}\` is not set.`;
  const help = `Set it, or run \`generate --database ${name}=<url>\`.`;
  return { problem: { code: 'sql-database', message, help } };
}

/** Splits `<name>=<url>`. */
export function splitAddress(given: string): { readonly name?: string; readonly url: string } {
  const [, name, url] = /^([A-Za-z][\w-]*)=([^]*)$/u.exec(given) ?? [];
  return name === undefined || url === undefined ? { url: given } : { name, url };
}
