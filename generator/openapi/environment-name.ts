import { splitWords } from '../resolve/form-names.js';

/** The name of an environment variable, after the API that it is for: `PETSTORE_API_KEY`. */
export function environmentName(api: string, ...parts: readonly string[]): string {
  const words = [api, ...parts].flatMap((part) => {
    const split = splitWords(part);
    return split.length > 0 ? split : ['API'];
  });
  const name = words.join('_').toUpperCase();
  return /^\d/u.test(name) ? `API_${name}` : name;
}
