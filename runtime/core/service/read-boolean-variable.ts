/**
 * Reads a boolean environment variable: `1` and `true` mean true; empty, `0`, `false` and unset mean false.
 *
 * @throws TypeError for any other value, because a server that only appears to be read-only is dangerous.
 */
export function readBooleanVariable(
  variable: string,
  environment: { readonly [name: string]: string | undefined },
): boolean {
  const value = environment[variable]?.trim().toLowerCase() ?? '';
  if (value === '1' || value === 'true') return true;
  if (value === '' || value === '0' || value === 'false') return false;
  throw new TypeError(`The environment variable ${variable} must be 1 or 0`);
}
