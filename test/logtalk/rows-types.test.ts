import { rm, writeFile } from 'node:fs/promises';
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

const project = await createProject({ 'definitions/typed.mcp.yaml': definition });

/** Writes a file of the user's. */
const write = (file: string, text: string) => writeFile(path.join(project.folder, file), text);

/** Messages of the compiler about the project, one per line, with paths below the project. */
async function listErrors(): Promise<readonly string[]> {
  const lines = (await typeCheck(project.folder)).split('\n').filter((line) => line.includes('error TS'));
  return lines.map((line) => line.replace(/^.*?(?=(?:handlers|generated)\/)/u, ''));
}

/** A handler of `book` whose body is one expression. */
const book = (body: string) => `import type { Book } from '../../generated/handlers.ts';

export const book: Book = (input) => ${body};
`;

/** A handler of `invite` that says something in a role. */
const invite = (role: string, name: string) => `import type { InvitePrompt } from '../../generated/handlers.ts';

export const invitePrompt: InvitePrompt = (input) => [{ role: '${role}', content: ${name} }];
`;

describe('T6 types of handlers', () => {
  test('fit the stubs as they were written', async () => {
    expect(await listErrors()).toEqual([]);
  });

  test('say `?` for what is optional, and unions for enums', async () => {
    await write(
      'handlers/tools/book.ts',
      book('[input.note?.length, input.seats.toFixed(), input.area === "inside"].join()'),
    );
    expect(await listErrors()).toEqual([]);
    await write('handlers/tools/book.ts', book('[input.note.length, input.area === "roof"].join()'));
    expect(await listErrors()).toEqual([
      expect.stringMatching(/^handlers\/tools\/book\.ts\(3,\d+\): error TS18048: 'input\.note' is possibly/u),
      expect.stringMatching(/^handlers\/tools\/book\.ts\(3,\d+\): error TS2367: .*"roof"/u),
    ]);
  });

  test('are missed where a handler is', async () => {
    await rm(path.join(project.folder, 'handlers/tools/book.ts'));
    expect(await listErrors()).toEqual([expect.stringMatching(/^generated\/handlers\.ts\(.*error TS2307: .*book/u)]);
  });
});

test('P2 roles of messages and arguments of prompts are type-checked', async () => {
  await write('handlers/tools/book.ts', book("'Booked.'"));
  for (const role of ['user', 'assistant']) {
    await write('handlers/prompts/invite.ts', invite(role, 'input.name'));
    expect(await listErrors()).toEqual([]);
  }
  await write('handlers/prompts/invite.ts', invite('system', 'input.name'));
  expect(await listErrors()).toEqual([expect.stringMatching(/^handlers\/prompts\/invite\.ts\(3,.*"system"/u)]);
  await write('handlers/prompts/invite.ts', invite('user', 'input.place'));
  expect(await listErrors()).toEqual([expect.stringMatching(/^handlers\/prompts\/invite\.ts\(3,.*undefined/u)]);
});
