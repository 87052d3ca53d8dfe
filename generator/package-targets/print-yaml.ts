import { stringify } from 'yaml';

/** YAML text of a value, formatted as Prettier does. Members that are `undefined` are left out. */
export function printYaml(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.2', keepUndefined: false });
}

/** A text on one line, without characters that are invisible or change the direction of writing. */
export function cleanLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cc}|\p{Cf}|\p{Cs}/gu, '')
    .trim();
}
