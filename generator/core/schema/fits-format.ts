import { fullFormats } from 'ajv-formats/dist/formats.js';

/**
 * Whether a string matches a format, as checked by a server's validators. Unknown formats match every string.
 */
export function fitsFormat(name: string, text: string): boolean {
  const format = Object.hasOwn(fullFormats, name) ? fullFormats[name as keyof typeof fullFormats] : true;
  const validate = typeof format === 'object' && 'validate' in format ? format.validate : format;
  if (validate instanceof RegExp) return validate.test(text);
  // Number formats validate only numbers.
  const isOfTexts = !(typeof format === 'object' && 'type' in format && format.type === 'number');
  return typeof validate !== 'function' || !isOfTexts || (validate as (value: string) => boolean)(text);
}
