import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { byId, talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { readManifest } from '../../generator/pipeline/write/manifest.js';

/** Ends comments, literals and templates, and says so if any of it is ever run. */
const hostile = "*/ ' ` ${globalThis.hurt()} \\ </script> \u2028 }); throw new Error('hurt'); /* {{name}} \u202e";

const files = {
  'definitions/server.mcp.yaml': `server: { name: office, version: 1.0.0 }
tools:
  slow: { description: Takes its time., timeoutMs: 50 }
`,
  'definitions/book-visit.bas': `PARAM people AS integer DEFAULT 2 DESCRIPTION "How many come"
PARAM shift ENUM ["morning", "evening"] DESCRIPTION "Which half of the day"
PARAM mail AS email DESCRIPTION "Address" OPTIONAL
DESCRIPTION "Book a visit"

SAVE "visits", people, shift ' the body
`,
  'definitions/fail.bas': 'DESCRIPTION "Fails"\nRETURN 1 / 0\n',
  'definitions/nested.botserver.json': JSON.stringify({
    name: 'nested',
    description: 'Has more than scripts can say',
    input_schema: {
      type: 'object',
      properties: {
        codes: { type: 'array', description: 'Codes', items: { type: 'string', pattern: '^[A-Z]{2}$' } },
        room: {
          type: 'object',
          description: 'Room',
          properties: { floor: { type: 'integer', minimum: 0 } },
          required: ['floor'],
        },
      },
      required: ['room'],
    },
  }),
  'definitions/hostile.bas': `PARAM a DEFAULT "${hostile}" DESCRIPTION "${hostile}"\nDESCRIPTION "${hostile}"\n${hostile}\r${hostile}\n*/\n`,
  'handlers/server.ts': "export const options = process.env['MASK'] ? { maskErrors: true } : {};\n",
  'handlers/tools/book-visit.ts': `import type { BookVisit } from '../../generated/handlers.ts';
export const bookVisit: BookVisit = ({ people, shift, mail }) => {
  const half: 'morning' | 'evening' = shift;
  const address: string | undefined = mail;
  return \`\${people.toFixed(0)} in the \${half}, \${address ?? 'no mail'}\`;
};
`,
  'handlers/tools/fail.ts': `import type { Fail } from '../../generated/handlers.ts';
export const fail: Fail = () => {
  throw new Error('the password is swordfish');
};
`,
  'handlers/tools/slow.ts': `import type { Slow } from '../../generated/handlers.ts';
export const slow: Slow = () => new Promise(() => {});
`,
};

const project = await createProject(files);
const server = await project.bundle();

const call = (id: number, name: string, input: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});

async function answersOf(messages: readonly object[], environment = {}) {
  const { messages: answers, stderr } = await talk(server, messages, environment);
  return {
    answers: byId(answers).map(({ result }) => result as { isError?: true; content: [{ text: string }] }),
    stderr,
  };
}

async function listTools(): Promise<readonly { readonly name: string }[]> {
  const { messages } = await talk(server, [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]);
  return messages[0]?.result.tools;
}

test('B1 what a script and a descriptor declare is listed', async () => {
  const tools = await listTools();
  expect(tools.find(({ name }) => name === 'book-visit')).toEqual({
    name: 'book-visit',
    title: 'book-visit',
    description: 'Book a visit',
    inputSchema: {
      type: 'object',
      properties: {
        people: { type: 'integer', description: 'How many come', default: 2 },
        shift: { type: 'string', description: 'Which half of the day', enum: ['morning', 'evening'] },
        mail: { type: 'string', format: 'email', description: 'Address' },
      },
      required: ['shift'],
    },
  });
  expect(tools.find(({ name }) => name === 'hostile')).toMatchObject({ description: hostile });
});

test('B14 what is listed is what the catalogue says', async () => {
  const tools = await listTools();
  const catalogue = (await readManifest(project.folder, 'generated'))?.tools.tools;
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...(catalogue?.keys() ?? [])].toSorted());
});

test('B7 a default is filled in, and what is optional may be missing', async () => {
  const { answers } = await answersOf([
    call(1, 'book-visit', { shift: 'morning' }),
    call(2, 'book-visit', { shift: 'evening', people: 5, mail: 'ada@example.com' }),
    call(3, 'book-visit', { people: 5 }),
  ]);
  expect(answers.map(({ content }) => content[0].text)).toEqual([
    '2 in the morning, no mail',
    '5 in the evening, ada@example.com',
    expect.stringContaining('shift'),
  ]);
  expect(answers[2]?.isError).toBe(true);
});

test('B8 a value that is not in the enumeration never reaches the handler', async () => {
  const { answers } = await answersOf([call(1, 'book-visit', { shift: 'night', mail: 'nobody' })]);
  expect(answers[0]?.isError).toBe(true);
  expect(answers[0]?.content[0].text).toMatch(/- shift: .*\n- mail: |- mail: .*\n- shift: /u);
});

test('B9 nested objects, items, patterns and bounds are checked', async () => {
  const { answers } = await answersOf([
    call(1, 'nested', { room: { floor: -1 }, codes: ['ab'] }),
    call(2, 'nested', { room: {} }),
    call(3, 'nested', { room: { floor: 1 }, codes: ['AB'] }),
  ]);
  expect(answers[0]?.content[0].text).toMatch(/floor(.|\n)*codes|codes(.|\n)*floor/u);
  expect(answers[1]?.content[0].text).toContain('floor');
  expect(answers[2]?.content[0].text).toContain('not implemented');
});

describe('B16 what a handler throws', () => {
  test('is reported on standard error and told to the client', async () => {
    const { answers, stderr } = await answersOf([call(1, 'fail')]);
    expect(answers[0]).toMatchObject({ isError: true, content: [{ type: 'text', text: 'the password is swordfish' }] });
    expect(stderr).toMatch(/^\[\d{4}-\d\d-\d\dT[\d:.]+Z\] TOOL: fail \| ERROR: the password is swordfish$/mu);
  });

  test('is not told to the client where errors are masked', async () => {
    const { answers, stderr } = await answersOf([call(1, 'fail'), call(2, 'book-visit', {})], { MASK: '1' });
    expect(answers[0]).toEqual({ content: [{ type: 'text', text: 'Tool "fail" failed' }], isError: true });
    expect(answers[1]?.content[0].text).toContain('shift');
    expect(stderr).toContain('| ERROR: the password is swordfish');
  });
});

test('B17 a tool that takes too long is given up on, and the server goes on', async () => {
  const { answers } = await answersOf([call(1, 'slow'), call(2, 'book-visit', { shift: 'morning' })]);
  expect(answers[0]).toMatchObject({ isError: true });
  expect(answers[0]?.content[0].text).toContain('timed out');
  expect(answers[1]?.content[0].text).toBe('2 in the morning, no mail');
});

describe('B18 the body of a script', () => {
  test('stands in the stub as a comment, whatever it says', async () => {
    const stub = await readFile(path.join(project.folder, 'handlers/tools/hostile.ts'), 'utf8');
    const code = stub.split('\n').filter((line) => !/^\s*(\/\/|\/\*\*|\*)/u.test(line));
    expect(stub).toContain('  // What the script did:\n');
    expect(stub).toContain("throw new Error('hurt')");
    expect(code.join('\n')).not.toContain('hurt');
    expect(stub).not.toMatch(/[\u2028\u202e\r]/u);
  });

  test('passes the type check', async () => {
    expect(await typeCheck(project.folder)).toBe('');
  });
});
