/**
 * The text that replaces a `{{placeholder}}`: strings as they are, nothing for a missing value, JSON for
 * everything else. The text is not searched for placeholders again.
 *
 * @param values Only its own properties count: a placeholder may be called `constructor`.
 */
export function fillPlaceholder(values: { readonly [name: string]: unknown }, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
