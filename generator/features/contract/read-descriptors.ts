import { contractLists, type ContractList } from '../../../runtime/wire/contract.js';

/** Entry of a list: JSON text of its fields in the latest protocol version. */
export type ReadEntry = ReadonlyMap<string, string>;

/**
 * Reads the text of a generated `descriptors.ts`, without running it. Omits what does not have the form in which this
 * version writes the file.
 */
export function readDescriptors(text: string): ReadonlyMap<ContractList, readonly ReadEntry[]> {
  const lists = new Map<ContractList, Map<string, string>[]>();
  let entries: Map<string, string>[] = [];
  let isCurrent = false;
  for (const line of text.split(/\r?\n/u)) {
    const list = contractLists.find((each) => line === `  ${each.list}: [`)?.list;
    if (list !== undefined) lists.set(list, (entries = []));
    else if (line === '    {') entries.push(new Map());
    else if (/^ {6}\w+: \{$/u.test(line)) isCurrent = line === '      fields: {';
    else if (isCurrent) {
      const [, name, literal] = /^ {8}(\w+|'(?:[^'\\]|\\.)*'|\['__proto__'\]): '((?:[^'\\]|\\.)*)',$/u.exec(line) ?? [];
      if (name !== undefined && literal !== undefined) entries.at(-1)?.set(readName(name), unescape(literal));
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
