import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const definition = `server: { name: typed, version: 1.0.0 }
tools:
  book:
    description: Books a table.
    inputSchema:
      type: object
      properties:
        seats: { type: integer, description: How many. }
        area: { enum: [inside, garden], description: Where. }
        note: { type: string, description: What else. }
      required: [seats, area]
prompts:
  invite:
    description: Invites somebody.
    arguments:
      name: { description: Who is invited., required: true }
      place: { description: Where to. }
`;

/** A handler of `book` whose body is one expression. */
const book = (body: string) => `import type { Book } from '../../generated/handlers.ts';

export const book: Book = (input) => ${body};
`;

/** A handler of `invite` that says something in a role. */
const invite = (role: string, name: string) => `import type { InvitePrompt } from '../../generated/handlers.ts';

export const invitePrompt: InvitePrompt = (input) => [{ role: '${role}', content: ${name} }];
`;

/** Handlers beside the stubs, and the errors that the compiler finds in them. */
const cases: readonly (readonly [title: string, text: string, errors: readonly RegExp[]])[] = [
  [
    'T6 `?` stands for what is optional, and a union for an enum',
    book('[input.note?.length, input.seats.toFixed(), input.area === "inside"].join()'),
    [],
  ],
  [
    'T6 what is optional may be missing, and an enum has no other values',
    book('[input.note.length, input.area === "roof"].join()'),
    [/\(3,\d+\): error TS18048: 'input\.note' is possibly/u, /\(3,\d+\): error TS2367: .*"roof"/u],
  ],
  ['P2 a message of the user', invite('user', 'input.name'), []],
  ['P2 a message of the assistant', invite('assistant', 'input.name'), []],
  ['P2 a message in another role', invite('system', 'input.name'), [/\(3,.*"system"/u]],
  ['P2 an argument that may be missing', invite('user', 'input.place'), [/\(3,.*undefined/u]],
];

const fileOf = (index: number): string => `handlers/more/case-${index}.ts`;
const { folder } = await createProject({
  'definitions/typed.mcp.yaml': definition,
  ...Object.fromEntries(cases.map(([, text], index) => [fileOf(index), text])),
});

/** Messages of the compiler about the project, one per line, with paths below the project. */
async function listErrors(): Promise<readonly string[]> {
  const lines = (await typeCheck(folder)).split('\n').filter((line) => line.includes('error TS'));
  return lines.map((line) => line.replace(/^.*?(?=(?:handlers|generated)\/)/u, ''));
}

const errors = await listErrors();

test.each(cases.map((each, index) => [...each, fileOf(index)] as const))('%s', (_title, _text, expected, file) => {
  expect(errors.filter((line) => line.startsWith(file))).toEqual(expected.map((each) => expect.stringMatching(each)));
});

describe('T6 types of handlers', () => {
  test('fit the stubs as they were written', () => {
    expect(errors.filter((line) => !line.startsWith('handlers/more/'))).toEqual([]);
  });

  test('are missed where a handler is', async () => {
    await rm(path.join(folder, 'handlers/tools/book.ts'));
    const missing = expect.stringMatching(/^generated\/handlers\.ts\(.*error TS2307: .*book/u) as unknown;
    expect(await listErrors()).toContainEqual(missing);
  });
});
