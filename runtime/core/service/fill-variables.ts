/**
 * Replaces each `${NAME}` in a string with the value of the environment variable.
 *
 * @param owner Part of the definition that contains the string, for the message.
 * @throws TypeError that names a variable without a value.
 */
export function fillVariables(
  text: string,
  environment: { readonly [name: string]: string | undefined },
  owner: string,
): string {
  return text.replace(/\$\{([A-Z][A-Z0-9_]{0,127})\}/gu, (_, name: string) => {
    const value = environment[name]?.trim() ?? '';
    if (value === '') throw new TypeError(`${owner} needs the environment variable ${name}`);
    return value;
  });
}
