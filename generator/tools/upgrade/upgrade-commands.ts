import { formerOptions, generatedOption } from './former-options.js';
import { applyEdits, placeOf, type ManualChange, type TextEdit, type UpgradedText } from './edit-text.js';

/** File with command lines, and facts about its project. */
export interface CommandPlace {
  /** Displayed file path. */
  readonly file: string;
  /** Whether a folder in a command line contains generated files. */
  readonly isGenerated: (folder: string) => boolean;
}

/** Word of a command line without quotes, and its range. */
interface Word {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Commands with an option for the generated folder. */
const projectCommands: ReadonlySet<string> = new Set([
  'generate',
  'build',
  'package',
  'dev',
  'doctor',
  'connect',
  'inspect',
  'docs',
]);

/** Commands whose `--out` is their output folder. */
const writingCommands: ReadonlySet<string> = new Set(['docs', 'package']);

/**
 * Renames options in the command lines of this program: in scripts, documentation, CI files, and argument lists in
 * JSON.
 */
export function upgradeCommands(text: string, place: CommandPlace): UpgradedText {
  const manual: ManualChange[] = [];
  const edits = [...text.matchAll(/create-mcp-from-schema(?:@[\w.-]+)?(?=[\s"'`,])/gu)].flatMap((match) => {
    const words = readWords(text, match.index + match[0].length);
    const upgraded = upgradeLine(words, place);
    const { line, column } = placeOf(text, match.index);
    if (upgraded.fix !== undefined) manual.push({ file: place.file, line, column, fix: upgraded.fix });
    return upgraded.edits;
  });
  return { text: applyEdits(text, edits), manual };
}

/** Reads the words after the program name up to the end of the command. */
function readWords(text: string, from: number): readonly Word[] {
  const rest = /^["']?\s*,/u.test(text.slice(from)) ? listItems(text, from) : shellWords(text, from);
  return [...rest];
}

/** Reads the strings of a JSON or YAML list `[…, "a", "b"]`, which can span lines. */
function* listItems(text: string, from: number): Generator<Word> {
  const items = /["']?\s*,\s*(?:"([^"\\]*)"|'([^']*)')/uy;
  for (let at = from; ;) {
    items.lastIndex = at;
    const item = items.exec(text);
    if (!item) return;
    const value = item[1] ?? item[2] ?? '';
    const end = item.index + item[0].length - 1;
    yield { value, start: end - value.length, end };
    // The closing quote is part of the next separator.
    at = end;
  }
}

/** Reads the words of a shell command up to its end. In JSON files, quotes are escaped. */
function* shellWords(text: string, from: number): Generator<Word> {
  const words =
    /(?:[^\S\n]|\\\r?\n)+(?:\\"([^"\n]*?)\\"|"([^"\n]*)"|'([^'\n]*)'|([^\s"'`&|;()<>#\\,][^\s"'`&|;()<>\\,]*))/uy;
  for (let at = from; ;) {
    words.lastIndex = at;
    const word = words.exec(text);
    if (!word) return;
    const value = word[1] ?? word[2] ?? word[3] ?? word[4] ?? '';
    const after = word[1] === undefined ? (word[4] === undefined ? 1 : 0) : 2;
    const end = word.index + word[0].length - after;
    yield { value, start: end - value.length, end };
    at = end + after;
  }
}

interface UpgradedLine {
  readonly edits: readonly TextEdit[];
  readonly fix?: string;
}

function upgradeLine(words: readonly Word[], place: CommandPlace): UpgradedLine {
  const command = words.find(({ value }) => projectCommands.has(value));
  if (command?.value === 'inspect' && words.some(({ value }) => /^--ui(?:=|$)/u.test(value))) {
    return toUi(words, command);
  }
  return { edits: words.flatMap((word, index) => renameWord(word, words[index + 1], command?.value ?? '', place)) };
}

function renameWord(word: Word, next: Word | undefined, command: string, place: CommandPlace): readonly TextEdit[] {
  const [, name = '', value] = /^--([\w-]+)(?:=(.*))?$/su.exec(word.value) ?? [];
  const rename = (present: string): readonly TextEdit[] => [
    { start: word.start + 2, end: word.start + 2 + name.length, text: present },
  ];
  if (name === 'out') {
    const isFormer =
      projectCommands.has(command) && (!writingCommands.has(command) || place.isGenerated(value ?? next?.value ?? ''));
    return isFormer ? rename(generatedOption) : [];
  }
  const present = formerOptions.get(name);
  if (present === undefined || !hasOption(command, name)) return [];
  return rename(present);
}

/** Whether a command had a former option. Without a command, the program creates a project. */
function hasOption(command: string, name: string): boolean {
  if (name === 'sample') return command === '';
  if (name === 'to') return writingCommands.has(command);
  if (name === 'inspect') return command === 'connect';
  return command !== '';
}

/** Turns `inspect --ui <server>` into `ui <server>`. */
function toUi(words: readonly Word[], command: Word): UpgradedLine {
  const option = words.find(({ value }) => /^--ui(?:=|$)/u.test(value));
  if (!option || command.start > option.start) {
    return { edits: [], fix: 'Write `create-mcp-from-schema ui <server>` instead of `inspect --ui <server>`.' };
  }
  const index = words.indexOf(option);
  const before = words[index - 1] ?? command;
  const isJoined = option.value.startsWith('--ui=');
  const removed = isJoined
    ? { start: option.start, end: option.start + '--ui='.length, text: '' }
    : { start: before.end, end: option.end, text: '' };
  return { edits: [{ start: command.start, end: command.end, text: 'ui' }, removed] };
}
