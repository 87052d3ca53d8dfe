import type { Refusal } from '../refusal.js';
import { describeFailure, type MysqlError } from './connect.js';

/** Reads why the server refuses a statement. */
export function readRefusal(error: unknown, text: string): Refusal {
  const { errno, message, fatal } = error as MysqlError;
  if (typeof errno !== 'number' || errno < 1000 || fatal === true) {
    return { kind: 'lost', message: describeFailure(error) };
  }
  if (errno === 1792) return { kind: 'blocked', message };
  if (errno === 1064) return readSyntaxError(message, text);
  const rest = { message: withoutUser(message) };
  for (const [number, kind, pattern] of patterns) {
    const match = errno === number ? pattern.exec(message) : null;
    if (match?.groups) return { ...rest, kind, ...match.groups };
  }
  return { ...rest, kind: 'other' };
}

const patterns: readonly (readonly [number, Refusal['kind'], RegExp])[] = [
  [1054, 'column', /^Unknown column '(?<name>.+)' in /su],
  [1146, 'table', /^Table '[^']*?\.(?<name>.+)' doesn't exist$/su],
  [1051, 'name', /^Unknown table '(?:[^']*?\.)?(?<name>.+)'/su],
  [1109, 'name', /^Unknown table '(?<name>.+)' in /su],
  [1305, 'function', /^FUNCTION [^ ]*?\.(?<name>.+) does not exist$/su],
  [1052, 'name', /^Column '(?<name>.+)' in .* is ambiguous$/su],
  [1582, 'name', /native function '(?<name>.+)'$/su],
];

/** Reads the place of a syntax error: the text from it on, or its first 80 characters, and the line. */
function readSyntaxError(message: string, text: string): Refusal {
  const match = /near '(?<near>.*)' at line (?<line>\d+)$/su.exec(message);
  const { near, line } = match?.groups ?? {};
  if (near === undefined || line === undefined) return { kind: 'other', message };
  if (near === '') return { kind: 'end', message: 'the statement is incomplete' };
  const start = text
    .split('\n')
    .slice(0, Number(line) - 1)
    .join('\n').length;
  const rest = text.trimEnd();
  const offset = rest.endsWith(near.trimEnd()) ? rest.length - near.trimEnd().length : text.indexOf(near, start);
  const word = /^\S[\w$]*/u.exec(near)?.[0] ?? near;
  const at = offset === -1 ? {} : { offset };
  return { kind: 'near', message: `syntax error near "${word}"`, name: word, ...at };
}

function withoutUser(message: string): string {
  return message.replace(/ (?:to|for) user '[^']*'@'[^']*'/u, '');
}
