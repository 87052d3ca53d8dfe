import type { ApiKeysDefinition, AuthPlatform } from '../../core/api/auth.js';
import { encodeBase64Url } from '../../wire/base64.js';
import type { AuthSettings } from './auth-settings.js';
import type { VerifiedToken } from './verified-token.js';

/** Callers with a key, by the SHA-256 of the key (base64url). */
export type ApiKeys = ReadonlyMap<string, VerifiedToken>;

/**
 * Reads the keys of callers. Each line has the SHA-256 of a key in hexadecimal digits, a name, and scopes. Empty lines,
 * and lines that begin with `#`, are comments. In a variable, `;` also ends a line.
 *
 * Warns the operator if there are issuers but no keys.
 *
 * @throws TypeError for an invalid line, with its number; for a missing variable or file; and if there are neither
 *   keys nor issuers, because no caller could be authenticated.
 */
export async function readApiKeys(
  definition: ApiKeysDefinition | undefined,
  settings: AuthSettings,
  platform: AuthPlatform,
): Promise<ApiKeys> {
  const keys = new Map<string, VerifiedToken>();
  const sources = await readLines(definition ?? {}, settings, platform);
  for (const [source, lines] of sources) {
    for (const [index, line] of lines.entries()) {
      const [hash = '', name = '', ...scopes] = line.trim().split(/\s+/u);
      if (hash === '' || hash.startsWith('#')) continue;
      const unknown = scopes.find((scope) => !settings.sufficient.has(scope));
      if (!/^[\da-f]{64}$/iu.test(hash) || name === '' || unknown !== undefined) {
        const reason =
          unknown === undefined ? 'write the SHA-256 of a key, a name, and scopes' : `unknown scope ${unknown}`;
        throw new TypeError(`${source}, line ${index + 1}: ${reason}`);
      }
      keys.set(encodeBase64Url(parseHex(hash)), describeCaller(settings, name, scopes));
    }
  }
  if (sources.length > 0 && keys.size === 0) {
    const problem = `\`auth\` has no API keys: no line with a key was found in ${sources.map(([source]) => source).join(' and ')}`;
    if (settings.issuers.length === 0) throw new TypeError(`${problem}, so no caller could be authenticated`);
    platform.report('AUTH', `${problem}; only tokens from issuers are accepted`, 'WARNING');
  }
  return keys;
}

async function readLines(
  { variable, file }: ApiKeysDefinition,
  { read }: AuthSettings,
  { environment, readFile }: AuthPlatform,
): Promise<readonly (readonly [source: string, lines: readonly string[]])[]> {
  const sources: (readonly [string, readonly string[]])[] = [];
  if (variable !== undefined) {
    const text = environment[variable];
    if (text === undefined) throw new TypeError(`\`auth\` needs the environment variable ${variable}`);
    sources.push([variable, text.split(/[\n;]/u)]);
  }
  if (file !== undefined) {
    if (readFile === undefined) throw new TypeError('`apiKeys.file` of `auth` needs a platform with a file system');
    const path = read(file);
    sources.push([path, (await readFile(path)).split('\n')]);
  }
  return sources;
}

/** Creates the caller for a key. Its principal never equals a principal of an issuer, which begins with a URL. */
function describeCaller({ sufficient }: AuthSettings, name: string, grantedScopes: readonly string[]): VerifiedToken {
  const scopes = [...sufficient].flatMap(([scope, enough]) =>
    grantedScopes.some((each) => enough.has(each)) ? [scope] : [],
  );
  return { auth: { principal: `key ${name}`, subject: name, scopes, claims: {} }, until: Infinity };
}

function parseHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
}
