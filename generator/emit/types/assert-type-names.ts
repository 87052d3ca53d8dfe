/**
 * Asserts that names can be declared side by side in one module: each an identifier that is no keyword and no
 * predefined type, none of them twice.
 *
 * @throws {Error} When the model breaks its promise; never because of what a user wrote.
 */
export function assertTypeNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    // Keywords and predefined types all begin with a small Latin letter.
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) || /^[a-z]/.test(name)) {
      throw new Error(`Not a type name: ${JSON.stringify(name)}`);
    }
    if (seen.has(name)) throw new Error(`Type name given twice: ${name}`);
    seen.add(name);
  }
}
