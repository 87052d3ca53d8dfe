import { readTable } from '../kit/read-table.js';

/** A definition without a mistake. */
export const slipDefinition = `server: { name: library, version: 1.0.0 }
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

/** Lists the mistakes of the table next to this file, each with the definition that has it. */
export function listSlips(): readonly (readonly [what: string, definition: string])[] {
  return readTable('definitions/yaml-mistakes.tsv').map(([what = '', from = '', to = '']) => [
    what,
    slipDefinition.replace(from, () => to),
  ]);
}
