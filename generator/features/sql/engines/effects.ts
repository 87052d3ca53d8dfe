import { isSymbol, isWord, type SqlToken } from '../lex.js';
import type { StatementEffect } from './engine.js';

const commands = ['select', 'values', 'table', 'insert', 'replace', 'update', 'delete', 'merge'];

/** Finds the word that says what a statement does, such as `insert`. Skips the queries of `with`. */
export function findCommand(tokens: readonly SqlToken[]): SqlToken | undefined {
  return tokens.find((token, index) => {
    if (!isWord(token, ...commands)) return false;
    // The statement, or its first part, is in parentheses.
    if (tokens.slice(0, index).every((before) => isSymbol(before, '('))) return true;
    const before = tokens[index - 1];
    return token.depth === 0 && !isWord(before, 'with', 'recursive') && !isSymbol(before, ',');
  });
}

/** Returns the word that says what a statement does in lower case; `''` without one. */
export function mainVerb(tokens: readonly SqlToken[]): string {
  return findCommand(tokens)?.text.toLowerCase() ?? '';
}

/** Whether a word says that a statement only reads, apart from locks and functions. */
export function isQuery(verb: string): boolean {
  return verb === 'select' || verb === 'values' || verb === 'table';
}

/** Returns what a statement does to the data. Triggers are not considered. */
export function effectOf(tokens: readonly SqlToken[], reads: boolean): StatementEffect {
  const verb = mainVerb(tokens);
  if (reads || isQuery(verb)) return { reads, isDestructive: false, isIdempotent: true };
  if (verb === 'insert') return { reads, isDestructive: replacesRows(tokens), isIdempotent: false };
  const isBounded = tokens.some((token) => (token.depth === 0 && isWord(token, 'limit')) || isWord(token, 'select'));
  const repeats = verb === 'delete' || (verb === 'update' && setsConstants(tokens));
  return { reads, isDestructive: true, isIdempotent: repeats && !isBounded };
}

/** Whether an `insert` can change existing rows. */
function replacesRows(tokens: readonly SqlToken[]): boolean {
  return tokens.some((token, index) => {
    if (isWord(token, 'replace')) return tokens[index + 1]?.text !== '(';
    return isWord(token, 'update') && isWord(tokens[index - 1], 'do', 'key');
  });
}

/** Whether an `update` sets columns to literals and arguments only. */
function setsConstants(tokens: readonly SqlToken[]): boolean {
  const start = tokens.findIndex((token) => token.depth === 0 && isWord(token, 'set'));
  if (start === -1) return false;
  let isValue = false;
  for (const token of tokens.slice(start + 1)) {
    if (token.depth === 0 && isWord(token, 'where', 'from', 'returning', 'order', 'limit')) return true;
    if (token.depth === 0 && token.text === ',' && token.kind === 'symbol') isValue = false;
    else if (token.text === '=' && !isValue) isValue = true;
    else if (isValue && isName(token)) return false;
  }
  return true;
}

function isName(token: SqlToken): boolean {
  return token.kind === 'name' || (token.kind === 'word' && !isWord(token, 'null', 'true', 'false'));
}
