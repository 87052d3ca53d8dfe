import { afterAll, expect, test } from 'vitest';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { startPostgres } from '../kit/start-postgres.js';

const postgres = await startPostgres();
afterAll(() => postgres.stop());

const schema = `
create table notes (id int generated always as identity primary key, owner text not null, text text not null);
alter table notes enable row level security;
create policy own on notes using (owner = nullif(current_setting('app.user', true), ''));
`;
const url = new URL(
  postgres.create(
    'notes',
    `${schema}
     insert into notes (owner, text) values ('ada', 'tea'), ('bob', 'coffee');
     create role callers;
     create role server login noinherit in role callers;
     grant select, insert, update, delete on notes to callers;`,
  ),
);
url.username = 'server';

const project = await createProject({
  'definitions/schema.sql': schema,
  'definitions/notes.mcp.yaml': `
server: { name: notes, version: 1.0.0 }
databases:
  notes:
    kind: postgres
    url: { env: DATABASE_URL }
    schema: ./schema.sql
    session: { app.user: '{{auth.principal}}', role: callers }
tools:
  list_notes:
    description: Lists the notes of the caller.
    sql: { statement: select text from notes order by id }
  write_note:
    description: Writes a note.
    inputSchema: { type: object, properties: { text: { type: string, description: Text. } }, required: [text] }
    sql: { statement: "insert into notes (owner, text) values (current_setting('app.user'), {{text}})" }
  take_note:
    description: Writes a note for another owner.
    inputSchema: { type: object, properties: { owner: { type: string, description: Owner. } }, required: [owner] }
    sql: { statement: "insert into notes (owner, text) values ({{owner}}, 'taken')" }
resourceTemplates:
  notes://{id}:
    name: note
    variables:
      id: { complete: { sql: { statement: "select id from notes where id::text like {{value}} || '%' order by id" } } }
    sql: { statement: 'select text from notes where id = {{id}}', rows: one }
`,
  'handlers/server.ts': `
import type { HttpRequestInfo } from 'create-mcp-from-schema/runtime';
export function authenticate(request: HttpRequestInfo) {
  const principal = request.header('x-user');
  return principal === undefined ? undefined : { principal };
}
`,
});
const server = await project.bundle();

test('a caller reads and writes only rows that the policy of its session allows', async () => {
  const as = async (user: string) => {
    const way = { carrier: 'HTTP', revision: '2026-07-28' } as const;
    const asked = await askServer(server, way, {
      environment: { DATABASE_URL: url.href },
      headers: { 'X-User': user },
    });
    const call = async (name: string, input?: object) => (await asked.call(name, input)).result;
    const read = async (uri: string) => asked.ask('resources/read', { uri });
    return { call, read, close: asked.close };
  };
  const ada = await as('ada');
  const bob = await as(`bob`);
  expect((await ada.call('list_notes')).structuredContent).toEqual({ rows: [{ text: 'tea' }], more: false });
  expect((await bob.call('write_note', { text: 'cake' })).structuredContent).toEqual({ changed: 1 });
  expect((await bob.call('list_notes')).structuredContent.rows).toEqual([{ text: 'coffee' }, { text: 'cake' }]);
  expect((await ada.call('list_notes')).structuredContent.rows).toEqual([{ text: 'tea' }]);
  expect(await ada.call('take_note', { owner: 'bob' })).toMatchObject({ isError: true });
  // A variable of a template is text, and the column is a number.
  expect((await ada.read('notes://1')).result.contents).toMatchObject([{ text: '{"text":"tea"}' }]);
  expect(await ada.read('notes://2')).toHaveProperty('error');
  expect(await ada.read('notes://x')).toHaveProperty('error');
  const thief = await as(`x' or true --`);
  expect((await thief.call('list_notes')).structuredContent.rows).toEqual([]);
  await Promise.all([ada.close(), bob.close(), thief.close()]);
});
