import { NotImplementedError } from './errors.js';
import type { ToolValidators, Validator } from './definition.js';

/**
 * Loads the validators of a tool from the module that exports them.
 *
 * @param input Name of the validator of the arguments.
 * @param output Name of the validator of the result, if the tool has an output schema or named outputs.
 * @param supplied Name of the validator of the arguments that the server supplies, if there are any.
 */
export function pickValidators(
  load: () => Promise<{ readonly [name: string]: Validator }>,
  input: string,
  output?: string,
  supplied?: string,
): () => Promise<ToolValidators> {
  return async () => {
    const { [input]: validateInput, [output ?? '']: validateOutput, [supplied ?? '']: validateSupplied } = await load();
    if (validateInput === undefined) throw new TypeError(`There is no validator ${input}`);
    return {
      input: validateInput,
      ...(validateOutput === undefined ? {} : { output: validateOutput }),
      ...(validateSupplied === undefined ? {} : { supplied: validateSupplied }),
    };
  };
}

/**
 * Returns the text that replaces a `{{placeholder}}`: a string unchanged, `''` for a missing value, JSON for everything
 * else. Placeholders in the text are not replaced.
 *
 * @param values Only its own properties count, because a placeholder can be named `constructor`.
 */
export function fillPlaceholder(values: { readonly [name: string]: unknown }, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Returns the text of {@link fillPlaceholder}, percent-encoded for a `{{placeholder}}` in a URI. Half of a
 * surrogate pair becomes U+FFFD.
 */
export function fillUriPlaceholder(values: { readonly [name: string]: unknown }, name: string): string {
  return encodeURIComponent(fillPlaceholder(values, name).replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}

/**
 * Body of a handler stub.
 *
 * @param name The tool, prompt or resource, as the client calls it.
 * @throws always, with a message for the client.
 */
export function notImplemented(name: string): never {
  throw new NotImplementedError(name);
}
