import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { readManifest } from '../../generator/pipeline/write/manifest.js';

/** Ends comments, literals and templates, and says so if any of it is ever run. */
const hostile = "*/ ' ` ${globalThis.hurt()} \\ </script> \u2028 }); throw new Error('hurt'); /* {{name}} \u202e";

const files = {
  'definitions/server.mcp.yaml': 'server: { name: office, version: 1.0.0 }\n',
  'definitions/book-visit.bas': `PARAM people AS integer DEFAULT 2 DESCRIPTION "How many come"
PARAM shift ENUM ["morning", "evening"] DESCRIPTION "Which half of the day"
PARAM mail AS email DESCRIPTION "Address" OPTIONAL
DESCRIPTION "Book a visit"

SAVE "visits", people, shift ' the body
`,
  'definitions/hostile.bas': `PARAM a DEFAULT "${hostile}" DESCRIPTION "${hostile}"\nDESCRIPTION "${hostile}"\n${hostile}\r${hostile}\n*/\n`,
  'handlers/tools/book-visit.ts': `import type { BookVisit } from '../../generated/handlers.ts';
export const bookVisit: BookVisit = ({ people, shift, mail }) => {
  const half: 'morning' | 'evening' = shift;
  const address: string | undefined = mail;
  return \`\${people.toFixed(0)} in the \${half}, \${address ?? 'no mail'}\`;
};
`,
};

const project = await createProject(files);
const server = await project.bundle();

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

describe('B18 the body of a script', () => {
  test('stands in the stub as a comment, whatever it says', async () => {
    const stub = await readFile(path.join(project.folder, 'handlers/tools/hostile.ts'), 'utf8');
    const code = stub.split('\n').filter((line) => !/^\s*(\/\/|\/\*\*|\*)/u.test(line));
    expect(stub).toContain('  // Original script:\n');
    expect(stub).toContain("throw new Error('hurt')");
    expect(code.join('\n')).not.toContain('hurt');
    expect(stub).not.toMatch(/[\u2028\u202e\r]/u);
  });

  test('passes the type check', async () => {
    expect(await typeCheck(project.folder)).toBe('');
  });
});
