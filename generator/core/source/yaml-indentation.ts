import { cutComment } from './cut-comment.js';
import {
  countSpaces,
  isEmptyLine,
  matchKey,
  quotePiece,
  type BlockLevel,
  type EntryPlace,
  type YamlLine,
  type YamlMistake,
} from './yaml-mistake.js';
import { explainWords } from './yaml-text-line.js';

/**
 * Explains a key in a column that does not match any block.
 * @param popped Levels to the right of the key, outermost first.
 * @param top Level in the column of the key, or else in the nearest column to its left.
 */
export function misplacedEntry(place: EntryPlace, popped: readonly BlockLevel[], top: BlockLevel): YamlMistake {
  const [nearest] = popped;
  const shallow = shallowEntry(place, 'map', top);
  if (shallow) return shallow;
  if (popped.length === 0 && top.value === 'plain' && /^[\w$-]+:\w+:\s/u.test(top.entry.content)) {
    return explainWords(top.entry, top.entry.indent);
  }
  if (top.textLine?.indent === place.column) return explainWords(top.textLine, place.column);
  const text = popped.length === 0 && top.value === 'plain' ? continuedText(place, top) : undefined;
  if (text) return text;
  const siblings = nearest && belongsRight(place, nearest, popped[1], top) ? nearest : top;
  if (siblings === top && top.column === place.column) return keyAmongItems(place);
  const { first, entries, column } = siblings;
  const parent = siblings === top ? (place.parent ?? -1) : top.column;
  // The first of the siblings may be the misplaced one.
  if (entries === 1 && siblings.kind === 'map' && isOutnumbered(place, siblings, parent)) {
    return misindented(first, column, place.column);
  }
  return misindented(place.line, place.column, column, top.value === 'plain' && siblings === top);
}

/** Explains a list item in a column that does not match any list. */
export function misplacedItem(place: EntryPlace, popped: readonly BlockLevel[], top: BlockLevel): YamlMistake {
  const shallow = shallowEntry(place, 'sequence', top);
  if (shallow) return shallow;
  const list = [...popped].find(({ kind }) => kind === 'sequence') ?? (top.kind === 'sequence' ? top : undefined);
  const { line, column } = place;
  const range = { start: line.start + column, end: line.end };
  if (list) {
    const message = `This list item is indented by ${countSpaces(column)}, but its siblings are indented by ${list.column}.`;
    return { ...range, message, ...indentBy(line, list.column) };
  }
  const key = matchKey(top.entry.content.slice(top.column - top.entry.indent))?.key ?? '';
  const message = `A list item is not allowed here, because ${quotePiece(key)} on line ${top.entry.number} already has a value.`;
  return { ...range, message, help: `Remove that value, or put quotes around it if the item is part of the text.` };
}

/** Explains a preceding entry that is indented less than its siblings before and after it. */
function shallowEntry(
  { line, column }: EntryPlace,
  kind: BlockLevel['kind'],
  top: BlockLevel,
): YamlMistake | undefined {
  const before = top.ended?.find((level) => level.kind === kind && level.column === column);
  if (!before || top.kind !== kind) return undefined;
  const { entry, column: found } = top;
  const [start, end] = [entry.start + found, entry.end];
  const key = matchKey(entry.content.slice(found - entry.indent));
  const subject = kind === 'map' ? quotePiece(key?.key ?? entry.content) : 'This list item';
  const siblings = `its siblings on lines ${before.entry.number} and ${line.number} are indented by ${column}`;
  const message = `${subject} is indented by ${countSpaces(found)}, but ${siblings}.`;
  return { start, end: key && kind === 'map' ? start + key.length : end, message, ...indentBy(entry, column) };
}

/** Explains a line with a colon that continues the preceding text; `undefined` if it looks like a key. */
function continuedText({ line, column }: EntryPlace, top: BlockLevel): YamlMistake | undefined {
  const found = matchKey(line.content.slice(column - line.indent));
  if (!found || !/\s/u.test(found.key)) return undefined;
  const start = line.start + column + found.length - 1;
  const message = `This line continues the text on line ${top.entry.number}. Text that contains a colon followed by a space needs quotes.`;
  return {
    start,
    end: start + 1,
    message,
    help: 'Put quotes around the whole text, or begin it with `>-` followed by a line break.',
  };
}

/**
 * Whether a key between two columns belongs to the column on its right. The indentation of the next line decides, or
 * else the distance to each column.
 */
function belongsRight(place: EntryPlace, right: BlockLevel, inner: BlockLevel | undefined, left: BlockLevel): boolean {
  const { line, column, lines } = place;
  if (left.column === column) return true;
  const next = lines.slice(line.number, line.number + 50).find((candidate) => !isEmptyLine(candidate));
  if (next && next.indent > column && cutComment(line.content).trimEnd().endsWith(':')) {
    if (next.indent === inner?.column) return true;
    if (next.indent === right.column) return false;
  }
  return right.column - column <= column - left.column;
}

/** Whether more lines of a block are in the column of the misplaced key than in the column of the first key. */
function isOutnumbered({ line, column, lines, unit = 2 }: EntryPlace, siblings: BlockLevel, parent: number): boolean {
  const here = 1 + countEntries(lines, line.number, column);
  const there = 1 + countEntries(lines, line.number, siblings.column);
  if (here !== there || parent < 0) return here > there;
  return siblings.column - parent !== unit && column - parent === unit;
}

/** Counts the entries of a block, beginning with a line. */
function countEntries(lines: readonly YamlLine[], from: number, column: number): number {
  let count = 0;
  for (let index = from; index < lines.length; index++) {
    const line = lines[index] as YamlLine;
    if (isEmptyLine(line)) continue;
    if (line.indent < column) return count;
    if (line.indent === column) count += 1;
  }
  return count;
}

/** Explains a key in the same column as list dashes. */
function keyAmongItems({ line, column }: EntryPlace): YamlMistake {
  const start = line.start + column;
  const content = line.content.slice(column - line.indent);
  const help = `Write ${quotePiece(`- ${content}`)}, or indent it by ${column + 2} spaces if it belongs to the previous item.`;
  return { start, end: line.end, message: 'The dash of this list item is missing.', help };
}

function misindented(line: YamlLine, column: number, wanted: number, mayBeText = false): YamlMistake {
  const start = line.start + column;
  const found = matchKey(line.content.slice(column - line.indent));
  const message = `${quotePiece(found?.key ?? line.content)} is indented by ${countSpaces(column)}, but its siblings are indented by ${wanted}.`;
  const range = { start, end: start + (found?.length ?? 1) };
  const { help, edit } = indentBy(line, wanted);
  if (!mayBeText) return { ...range, message, help, edit };
  return { ...range, message, help: `${help} If it belongs to the preceding text, put quotes around that text.` };
}

function indentBy({ start, indent }: YamlLine, column: number): Required<Pick<YamlMistake, 'help' | 'edit'>> {
  const help = column === 0 ? 'Remove its indentation.' : `Indent it by ${countSpaces(column)}.`;
  return { help, edit: { start, end: start + indent, by: ' '.repeat(column) } };
}
