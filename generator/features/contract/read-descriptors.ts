import { contractLists, type ContractList } from '../../../runtime/wire/contract.js';

/** Entry of a list: JSON text of its fields, and of those that replace them in legacy protocol versions. */
export interface ReadEntry {
  readonly fields: ReadonlyMap<string, string>;
  readonly legacyFields: ReadonlyMap<string, string>;
}

type WrittenEntry = { readonly [member in keyof ReadEntry]: Map<string, string> };

/**
 * Reads the text of a generated `descriptors.ts`, without running it. Omits what does not have the form in which this
 * version writes the file.
 */
export function readDescriptors(text: string): ReadonlyMap<ContractList, readonly ReadEntry[]> {
  const lists = new Map<ContractList, WrittenEntry[]>();
  let entries: WrittenEntry[] = [];
  let member: keyof ReadEntry | undefined;
  for (const line of text.split(/\r?\n/u)) {
    const list = contractLists.find((each) => line === `  ${each.list}: [`)?.list;
    if (list !== undefined) lists.set(list, (entries = []));
    else if (line === '    {') entries.push({ fields: new Map(), legacyFields: new Map() });
    else if (/^ {6}(?:fields|legacyFields): \{$/u.test(line))
      member = line.includes('legacy') ? 'legacyFields' : 'fields';
    else if (/^ {0,6}\S/u.test(line)) member = undefined;
    else if (member !== undefined) {
      const [, name, literal] = /^ {8}(\w+|'(?:[^'\\]|\\.)*'|\['__proto__'\]): '((?:[^'\\]|\\.)*)',$/u.exec(line) ?? [];
      if (name !== undefined && literal !== undefined) entries.at(-1)?.[member].set(readName(name), unescape(literal));
    }
  }
  return lists;
}

function readName(name: string): string {
  return unescape(name.replace(/^\[?'|'\]?$/gu, ''));
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Returns the value of the text of a string literal. */
function unescape(literal: string): string {
  return literal.replace(/\\(?:u([\da-f]{4})|(.))/gsu, (_, code: string | undefined, character: string) =>
    code === undefined ? (shortEscapes.get(character) ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
