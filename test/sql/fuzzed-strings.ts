import fc from 'fast-check';

const special = [
  '',
  "'",
  '"',
  '`',
  '\\',
  "\\'",
  "' or 1=1 --",
  "'; drop table items; --",
  '/*! x */',
  '\n',
  '\r\n',
  '\t',
  '\u0000',
  'a\u0000b',
  '\u007F',
  '\u2028',
  '😀',
  'ä',
  'a\u0308',
  '{{x}}',
  ':p1',
  '?',
  '$1',
  '%_',
  '\uFEFFx',
  '1e5',
  ' 1 ',
  'NULL',
];

/** Well-formed strings, among them those that SQL has a meaning for. */
export function strings(count: number): readonly string[] {
  const part = fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'binary', maxLength: 20 }));
  const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  return [...special, ...fc.sample(text, { numRuns: count - special.length, seed: 38 })];
}
