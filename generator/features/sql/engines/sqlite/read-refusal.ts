import type { Refusal } from '../refusal.js';

/** Returns the message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const patterns: readonly (readonly [Refusal['kind'], RegExp])[] = [
  ['column', /^no such column: "(?<name>.+)" - should this be a string literal in single-quotes\?$/su],
  ['column', /^no such column: (?<name>.+)$/su],
  ['column', /^table (?<table>.+) has no column named (?<name>.+)$/su],
  ['table', /^no such table: (?<name>.+)$/su],
  ['function', /^no such function: (?<name>.+)$/su],
  ['near', /^near "(?<name>.+)": syntax error$/su],
  ['near', /^unrecognized token: "(?<name>.+)"$/su],
  ['end', /^incomplete input$/u],
  ['name', /^ambiguous column name: (?<name>.+)$/su],
  ['name', /^wrong number of arguments to function (?<name>.+)\(\)$/su],
  ['name', /^no such (?:index|window|collation sequence): (?<name>.+)$/su],
  ['name', /^cannot modify (?<name>.+) because it is a view$/su],
  ['name', /^table (?<name>.+) has \d+ columns but \d+ values were supplied$/su],
];

/** Reads why SQLite refuses a statement. Its errors have no position, but a name. */
export function readRefusal(error: unknown): Refusal {
  // It contains names as they are in the statement.
  const message = messageOf(error).slice(0, 1000);
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(message);
    if (match) return { kind, message, ...match.groups };
  }
  return { kind: 'other', message };
}
