import { fillVariables } from '../../core/service/fill-variables.js';

/**
 * Replaces each `${NAME}` in the strings of a definition with the value of the environment variable.
 *
 * @param owner Part of the definition, for the message.
 * @throws TypeError that names a variable without a value.
 */
export function fillTexts<Definition extends object>(
  definition: Definition,
  environment: { readonly [name: string]: string | undefined },
  owner: string,
): Definition {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillVariables(value, environment, owner);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
  };
  return fill(definition) as Definition;
}
