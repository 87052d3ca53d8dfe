import { expect, test } from 'vitest';
import { readTable } from '../kit/read-table.js';
import { read } from './diagnose.js';

/** A definition without a mistake. */
const definition = `server: { name: library, version: 1.0.0 }
tools:
  find_books:
    title: Find books
    description: Finds books by title or subject.
    annotations: { readOnlyHint: true, openWorldHint: false }
    inputSchema:
      type: object
      properties:
        query: { type: string, description: Words of the title. }
        subjects:
          type: array
          description: Subjects of the books.
          items:
            type: string
            enum: [history, poetry, science]
      required:
        - query
        - subjects
  lend_book:
    description: >-
      Lends a book to a member of the library.
      Fails if the book is lent already.
    inputSchema:
      type: object
      properties:
        id: { type: string, description: "Id of the book." }
prompts:
  recommend:
    description: Recommends books on a subject.
    arguments:
      subject: { description: The subject. }
    messages:
      - role: user
        content: Recommend {{subject}}.
`;

type Slip = readonly [slip: string, from: string, to: string, message: string, help: string];

/** Title, text that is replaced, wrong text, and the only message. */
const slips = readTable('definitions/yaml-mistakes.tsv').map(
  ([slip = '', from = '', to = '', message = '', help = '']): Slip => [slip, from, to, message, help],
);

const tabs: Slip = [
  'tabs everywhere',
  definition,
  definition.replaceAll(/^(?: {2})+/gmu, (spaces) => '\t'.repeat(spaces.length / 2)),
  '3:1 This line is indented with a tab, as are 31 more lines. YAML requires spaces.',
  'Replace each tab with 2 spaces.',
];

/** The text with a mistake in it. */
function misspell(from: string, to: string): string {
  expect(definition.split(from).length, 'the text to replace occurs once').toBe(2);
  return definition.replace(from, () => to);
}

test('the definition of the table has no mistake', async () => {
  expect((await read(definition)).diagnostics).toEqual([]);
});

test.each([...slips, tabs])('%s', async (_slip, from, to, message, help) => {
  const { diagnostics } = await read(misspell(from, to));
  const found = diagnostics.map((one) => [
    `${one.location?.line}:${one.location?.column} ${one.message}`,
    one.help ?? '',
  ]);
  expect(found).toEqual([[message, help]]);
});
