import type { Span } from './tokenize-line.js';

/** Beginning of a script line. The span covers its first word. */
export interface LineHead extends Omit<Span, 'line'> {
  /** `declaration`: a line that configures the bot, such as `USE KB`, or that begins or ends a block that configures the bot. */
  readonly kind: 'blank' | 'comment' | 'parameter' | 'description' | 'declaration' | 'code';
  /** First two words of the line, in uppercase. */
  readonly words: readonly [string, string];
  /** Whether a quote follows the first word. */
  readonly isQuoted: boolean;
  /** Words that end the block that the line begins. */
  readonly blockEnd?: string;
}

/** Maximum number of characters to search for the first two words. */
const headLength = 80;

/** Classifies a line by its first words, ignoring case. `description = …` and `param(…)` are code. */
export function readHead(line: string): LineHead {
  const trimmed = line.trimStart();
  const start = line.length - trimmed.length;
  const [, first = '', second = ''] = /^([A-Za-z]+)[^\S\n]*([A-Za-z]*)/u.exec(trimmed.slice(0, headLength)) ?? [];
  const words = [first.toUpperCase(), second.toUpperCase()] as const;
  const rest = trimmed.slice(first.length);
  const isWord = first !== '' && (rest === '' || /^[\s"']/u.test(rest));
  const next = rest.trimStart().charAt(0);
  const place = { words, isQuoted: next === '"', start, end: start + Math.max(1, first.length) };
  if (trimmed === '') return { kind: 'blank', ...place };
  if (/^(['#]|\/\/)/u.test(trimmed) || (isWord && words[0] === 'REM')) return { kind: 'comment', ...place };
  const isStatement = isWord && next !== '=' && next !== '(';
  if (!isStatement) return { kind: 'code', ...place };
  if (words[0] === 'PARAM') return { kind: 'parameter', ...place };
  if (words[0] === 'DESCRIPTION') return { kind: 'description', ...place };
  const blockEnd = findBlockEnd(words);
  const kind = isDeclaration(words) ? 'declaration' : 'code';
  return { kind, ...place, ...(blockEnd !== undefined && { blockEnd }) };
}

function findBlockEnd([first, second]: LineHead['words']): string | undefined {
  if (first === 'BEGIN' && second !== '') return `END ${second}`;
  return ['SUB', 'FUNCTION', 'TABLE'].includes(first) ? `END ${first}` : undefined;
}

/** Whether a line is part of the bot setup. Lines inside `ON … END ON` are treated like any other line. */
function isDeclaration([first, second]: LineHead['words']): boolean {
  return (
    ['WEBHOOK', 'TABLE', 'ON', 'SUB', 'FUNCTION', 'USE', 'CLEAR'].includes(first) || setup.has(`${first} ${second}`)
  );
}

const setup: ReadonlySet<string> = new Set([
  'SET SCHEDULE',
  'ADD TOOL',
  'ADD BOT',
  'ADD SUGGESTION',
  'BEGIN SYSTEM',
  'END ON',
]);
