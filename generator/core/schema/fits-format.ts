import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Whether a text has a format, as the validators of a server check it. A text has every unknown format. */
export function fitsFormat(name: string, text: string): boolean {
  const format = Object.hasOwn(fullFormats, name) ? fullFormats[name as keyof typeof fullFormats] : true;
  const validate = typeof format === 'object' && 'validate' in format ? format.validate : format;
  if (validate instanceof RegExp) return validate.test(text);
  // Formats of numbers have a function that takes a number.
  const isOfTexts = !(typeof format === 'object' && 'type' in format && format.type === 'number');
  return typeof validate !== 'function' || !isOfTexts || (validate as (value: string) => boolean)(text);
}
