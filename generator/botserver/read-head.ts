/** How a line of a script begins. */
export interface LineHead {
  /** `nothing`: blank or a comment. */
  readonly kind: 'nothing' | 'parameter' | 'description' | 'code';
  /** Its first two words in upper case. */
  readonly words: readonly [string, string];
  /** After `DESCRIPTION` follows a text. */
  readonly isQuoted: boolean;
  /** Code units from the beginning of the line to its first word. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads how a line begins, whatever its case. `description = …` and `param(…)` are code, and so is everything that no
 * declaration begins with.
 */
export function readHead(line: string): LineHead {
  const trimmed = line.trimStart();
  const start = line.length - trimmed.length;
  const [, first = '', second = ''] = /^([A-Za-z]+)[^\S\n]*([A-Za-z]*)/u.exec(trimmed.slice(0, headLength)) ?? [];
  const words = [first.toUpperCase(), second.toUpperCase()] as const;
  const rest = trimmed.slice(first.length);
  const isWord = first !== '' && (rest === '' || /^[\s"']/u.test(rest));
  const next = rest.trimStart().charAt(0);
  const place = { words, isQuoted: next === '"', start, end: start + Math.max(1, first.length) };
  const isNothing = trimmed === '' || /^(['#]|\/\/)/u.test(trimmed) || (isWord && words[0] === 'REM');
  if (isNothing) return { kind: 'nothing', ...place };
  const isDeclaration = isWord && next !== '=' && next !== '(';
  if (isDeclaration && words[0] === 'PARAM') return { kind: 'parameter', ...place };
  if (isDeclaration && words[0] === 'DESCRIPTION') return { kind: 'description', ...place };
  return { kind: 'code', ...place };
}

/** More of a line is not looked at for its first words. */
const headLength = 80;
