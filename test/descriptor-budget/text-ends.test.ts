import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenText } from '../../generator/pipeline/profiles/shorten-text.js';
import { trimText } from '../../generator/core/schema/trim-text.js';

test.each([
  ['a colon', 'Lists the gists:', 'Lists the gists.'],
  ['an announcement on its own line', 'Finds pets.\n\nFor example:', 'Finds pets.'],
  ['an announcement after a list', '* a\n* b\n\nSelect one:', '* a\n* b'],
  ['a pointer without its target', 'Finds pets. For more information, see', 'Finds pets.'],
  ['a pointer to a link that is gone', 'Finds pets, see also:', 'Finds pets.'],
  ['an example that does not come', 'Finds pets (of one owner), e.g.', 'Finds pets (of one owner).'],
  ['words for a list', 'Finds pets, such as:', 'Finds pets.'],
  ['a heading', 'Finds pets.\n\n## Permissions', 'Finds pets.'],
  ['a bold heading', 'Finds pets.\n\n**Permissions required:**', 'Finds pets.'],
  ['the header of a table', 'Finds pets.\n\n| name | age |\n| --- | --- |', 'Finds pets.'],
  ['the sign of a list', 'Finds pets:\n1. cats\n2.', 'Finds pets:\n1. cats'],
  ['an open parenthesis', 'Finds pets (only cats', 'Finds pets (only cats)'],
  ['an open parenthesis before a full stop', 'Finds pets (only cats.', 'Finds pets (only cats).'],
  ['a whole table', '| name |\n| --- |\n| cat |', '| name |\n| --- |\n| cat |'],
  [
    'a whole sentence with such a word',
    'Lists the repositories that you can see',
    'Lists the repositories that you can see',
  ],
  ['a parenthesis in code', 'Call `find(`', 'Call `find(`'],
  ['a heading alone', '**Permissions:**', '**Permissions:**'],
  ['nothing but an announcement', 'See', 'See'],
  ['a bold word', 'Finds **pets**', 'Finds **pets**'],
])('a text of a document that ends in %s', (_title, text, wanted) => {
  expect(trimText(text)).toBe(wanted);
});

const sentence = 'This sentence has forty characters in all.';
const body = `${sentence} ${sentence}`;

test.each([
  ['in a sentence', `${body} And here it goes on and on`, body],
  ['in an abbreviation', `${body} It has some, e.g. cats and dogs`, body],
  ['after a heading', `${body}\n\n**Working with large pets**\n\nThere are`, body],
  ['after an announcement', `${body}\n\nThe following are known:\n\n* cats and dogs`, body],
  ['in a list', `${body}\n\n1. One.\n2. Two and more`, `${body}\n\n1. One.`],
  ['in a table', `${body}\n\n| name | age |\n| --- | --- |\n| cat and more`, body],
  ['in a block of code', `${body}\n\n\`\`\`\nlet a. = 1\n\n let b`, body],
  ['in a parenthesis', `${body} This one (for pets, say`, body],
])('a text that is cut %s ends before that', (_title, text, wanted) => {
  expect(shortenText(`${text}${' more words follow'.repeat(9)}`, 118)).toBe(wanted);
});

test('a text without sentences is cut after a word that something may end with', () => {
  const words = 'word '.repeat(19);
  expect(shortenText(`${words}such as the pets and all their toys`, 104)).toBe(`${words.trim()}…`);
  expect(shortenText(`${words}(for example cats and dogs) and more`, 112)).toBe(`${words.trim()}…`);
  expect(shortenText('x'.repeat(200), 100)).toBe(`${'x'.repeat(99)}…`);
});

test('any text is cut to a text that is no longer than it may be, and not empty', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\n\n',
    '. ',
    ':',
    '(',
    ')',
    '`',
    '```',
    '|',
    '--',
    '**',
    '# ',
    'see',
    'e.g.',
    '1.',
    '😀',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 120 }), fc.integer({ min: 20, max: 100 }), (pieces, max) => {
      const text = pieces.join('');
      const short = shortenText(text, max);
      expect(short.length).toBeLessThanOrEqual(max);
      expect(short).not.toBe('');
      if (text.length <= max) expect(short).toBe(text);
      expect(trimText(text) === '').toBe(text === '');
    }),
  );
});
