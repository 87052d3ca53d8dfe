/** Values that are not texts; what is spelt in another way and means one all the same is in {@link odd}. */
const words: ReadonlyMap<string, null | boolean> = new Map([
  ['null', null],
  ['~', null],
  ['true', true],
  ['false', false],
]);

const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/u;
const odd =
  /^(?:null|true|false|[-+]?(?:\.(?:inf|nan)|0o[0-7]+|0x[0-9a-f]+|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?))$/iu;

/**
 * What a text without quotes means in the core schema of YAML.
 *
 * @returns `undefined` where that takes more to say than is worth it: odd spellings, and integers that are not exact.
 * @see https://yaml.org/spec/1.2.2/#1032-tag-resolution
 */
export function readPlainScalar(text: string): null | boolean | number | string | undefined {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (number.test(text)) {
    const value = Number(text);
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value;
  }
  return odd.test(text) ? undefined : text;
}
