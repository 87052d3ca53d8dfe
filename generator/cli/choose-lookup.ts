import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { parseEnv } from 'node:util';
import type { InferredOptionTypes } from 'yargs';
import type { LookupOptions } from '../feature-kit/load/lookup-options.js';
import { flagOption, type CommandOptions } from './command.js';

/** Options for facts that are not in the definitions. */
export const lookupOptions = {
  database: {
    type: 'string',
    array: true,
    describe:
      'Check SQL statements against databases: a URL, <name>=<url>, or nothing for the URLs in the environment and .env; can be repeated',
  },
  introspect: { ...flagOption, describe: 'Fetch the schemas of GraphQL endpoints that name no `schema`' },
} as const satisfies CommandOptions;

/** Returns where facts are looked up. Variables of the environment override those in `.env` of the project. */
export function chooseLookup(
  { database: databases, introspect }: InferredOptionTypes<typeof lookupOptions>,
  root: string,
): LookupOptions {
  if (!databases && !introspect) return {};
  return {
    ...(databases && { databases }),
    ...(introspect && { introspect }),
    environment: readEnvironment(root),
  };
}

/** Returns the variables of the environment and of `.env` of a project. */
export function readEnvironment(root: string): { readonly [name: string]: string | undefined } {
  return { ...readEnvFile(root), ...env };
}

/** Reads `.env` of a project; `{}` if there is none. */
export function readEnvFile(root: string): { readonly [name: string]: string | undefined } {
  const file = join(root, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}
