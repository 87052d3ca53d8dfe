/**
 * Whether to use ANSI colours. As in Node, `FORCE_COLOR` decides if it is set (`0` and `false` switch colours off), then
 * `NO_COLOR` (any text switches them off), then whether somebody looks at it.
 */
export function choosesColor(
  stream: { readonly isTTY?: boolean },
  environment: { readonly [name: string]: string | undefined },
): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = environment;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return Boolean(stream.isTTY) && !refused;
}
