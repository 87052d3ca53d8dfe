import type { YAMLError } from 'yaml';
import { scanYaml } from './scan-yaml.js';
import type { YamlMistake } from './yaml-mistake.js';

/**
 * Explains why the YAML library rejects a file. Returns only one mistake, because later library errors are usually
 * consequences of the first.
 * @param errors Errors from the library, at least one.
 */
export function explainYaml(text: string, errors: readonly YAMLError[]): YamlMistake {
  const [first] = errors.toSorted((left, right) => left.pos[0] - right.pos[0]) as [YAMLError, ...YAMLError[]];
  const slip = scanYaml(text);
  const [start, end] = first.pos;
  // A mistake after the first error is not its cause, unless the library reported the start of the invalid block.
  if (slip && (isVague(first) || slip.start <= endOfLine(text, end))) return slip;
  return { start, end, ...(sentences.get(first.code) ?? { message: firstLine(first.message) }) };
}

/** Whether an error points to the start of the value that contains the mistake. */
function isVague({ code }: YAMLError): boolean {
  return code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY';
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** Messages that replace the YAML library's messages. */
const sentences: ReadonlyMap<string, Pick<YamlMistake, 'message' | 'help'>> = new Map([
  [
    'TAG_RESOLVE_FAILED',
    { message: 'YAML tags, which begin with `!`, are not supported.', help: 'If this is text, put quotes around it.' },
  ],
  ['BLOCK_AS_IMPLICIT_KEY', { message: 'No mapping can begin here.', help: 'If this is text, put quotes around it.' }],
  ['MULTILINE_IMPLICIT_KEY', { message: 'A key is missing its colon here.', help: 'Write `: ` after it.' }],
  [
    'TAB_AS_INDENT',
    { message: 'YAML requires spaces for indentation, not tabs.', help: 'Replace each tab with 2 spaces.' },
  ],
  [
    'BAD_INDENT',
    {
      message: 'This line does not have the same indentation as its siblings.',
      help: 'Start all siblings in the same column.',
    },
  ],
]);

function firstLine(message: string): string {
  const line = message.split('\n')[0] ?? message;
  return /[.!?]$/u.test(line) ? line : `${line}.`;
}
