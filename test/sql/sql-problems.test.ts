import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder, putFiles } from '../kit/make-folder.js';

await linkSqlite();

const databases = 'databases: { shop: { kind: sqlite, file: ./shop.db, schema: ./schema.sql } }\n';
const schema = 'create table orders (id integer primary key, total integer not null, note text);\n';

/** A definition with one tool; the statement begins in line 9. */
const tool = (statement: string, more = '', input = 'n: { type: integer, description: N. }', required = 'n'): string =>
  `server: { name: s, version: 1.0.0 }
${databases}tools:
  t:
    description: T.
    inputSchema: { type: object, properties: { ${input} }, required: [${required}] }
    sql:
      statement: |
        ${statement}
${more}`;

/** Runs `generate` and returns its diagnostics as codes and places. */
async function generate(files: { readonly [file: string]: string }, args: readonly string[] = []) {
  const cwd = makeFolder(files);
  const { out, exitCode } = await runInMemory(['generate', '--json', ...args], { cwd });
  const { diagnostics } = JSON.parse(out) as { diagnostics: readonly Problem[] };
  return { cwd, exitCode, problems: diagnostics.map(describe), messages: diagnostics.map(({ message }) => message) };
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly location?: { readonly file: string; readonly line: number; readonly column: number };
}

function describe({ code, location }: Problem): string {
  return `${code} ${location?.line}:${location?.column}`;
}

test.each([
  ['a syntax error', tool('select id frm orders where id = {{n}}'), 'sql-syntax 9:23'],
  ['a column that does not exist', tool('select id, totl from orders where id = {{n}}'), 'sql-unknown-name 9:20'],
  ['a table that does not exist', tool('select id from ordrs where id = {{n}}'), 'sql-unknown-name 9:24'],
  ['a placeholder in a string', tool(`select id from orders where note = '{{n}}'`), 'sql-placeholder 9:45'],
  ['a placeholder in a comment', tool('select id from orders -- {{n}}'), 'sql-placeholder 9:34'],
  ['a placeholder in a quoted name', tool('select "{{n}}" from orders'), 'sql-placeholder 9:17'],
  ['a placeholder without an argument', tool('select id from orders where id = {{m}}'), 'sql-placeholder 9:42'],
  ['a placeholder that touches a word', tool('select id from orders where id{{n}}'), 'sql-placeholder 9:39'],
  ['an unknown filter', tool('select id from orders order by {{n | name}}'), 'sql-placeholder 9:40'],
  ['a column that is not from a list', tool('select id from orders order by {{n | column}}'), 'sql-placeholder 9:40'],
  ['an unclosed placeholder', tool('select id from orders where id = {{n'), 'sql-placeholder 9:42'],
  ['a string without end', tool(`select id from orders where id = {{n}} and note = 'x`), 'sql-syntax 9:59'],
  ['two statements', tool('select id from orders where id = {{n}}; delete from orders'), 'sql-not-allowed 9:49'],
  ['a statement that changes the schema', tool('drop table orders'), 'sql-not-allowed 9:9'],
  ['a session command', tool('pragma writable_schema = on'), 'sql-not-allowed 9:9'],
  ['two columns with one name', tool('select id, total as id from orders where id = {{n}}'), 'sql-column-name 9:20'],
  [
    'rows of a statement without rows',
    tool('delete from orders where id = {{n}}', '      rows: one\n'),
    'sql-rows 10:7',
  ],
  ['no rows of a query', tool('select id from orders where id = {{n}}', '      rows: none\n'), 'sql-rows 10:7'],
  [
    'pages without a column',
    tool('select id from orders where id = {{n}}', '      page: { by: [x] }\n'),
    'sql-page 8:18',
  ],
  [
    'pages by a column with nulls',
    tool('select note from orders where id = {{n}}', '      page: { by: [note] }\n'),
    'sql-page 8:18',
  ],
  [
    'pages of ordered rows',
    tool('select id from orders where id = {{n}} order by id', '      page: { by: [id] }\n'),
    'sql-page 9:48',
  ],
  [
    'a question about a query',
    tool('select id from orders where id = {{n}}', '      confirm: Sure?\n'),
    'conflicting-keys 10:7',
  ],
  [
    'a confirmation with a column that the result does not have',
    tool('delete from orders where id = {{n}}', "      confirm: 'Delete {{dryRun.changed}}: {{dryRun.total}}?'\n"),
    'unknown-placeholder 10:16',
  ],
  [
    'a confirmation of changes that are not counted',
    tool('with d as (select 1) delete from orders where id = {{n}}', '      confirm: Sure?\n'),
    'sql-not-allowed 10:7',
  ],
  [
    'an argument with the name of the cursor',
    tool(
      'select id from orders where id <> {{cursor}}',
      '      page: { by: [id] }\n',
      'cursor: { type: integer, description: N. }',
      'cursor',
    ),
    'conflicting-keys 10:7',
  ],
  ['an unknown database', tool('select 1 as one', '      database: shp\n'), 'sql-database 10:17'],
  [
    'an override of no column',
    tool('select id from orders where id = {{n}}', '      columns: { idd: {} }\n'),
    'sql-unknown-name 10:18',
  ],
  [
    'a hint that is wrong',
    tool('delete from orders where id = {{n}}', '    annotations: { readOnlyHint: true }\n'),
    'sql-read-only 10:20',
  ],
  [
    'an output schema',
    tool('select id from orders where id = {{n}}', '    outputSchema: { type: object }\n'),
    'conflicting-keys 10:5',
  ],
  [
    'a misspelled column of a tool that shows how many rows a dry run changes',
    tool('update orders set totl = 1 where id = {{n}}', "    dryRun: { confirm: 'Change {{dryRun.changed}} rows?' }\n"),
    'sql-unknown-name 9:27',
  ],
])('%s is reported where it is written', async (_, definition, expected) => {
  const { problems, exitCode, cwd } = await generate({
    'definitions/s.mcp.yaml': definition,
    'definitions/schema.sql': schema,
  });
  expect(problems.filter((problem) => !problem.startsWith('sql-unused-argument'))).toEqual([expected]);
  expect(exitCode).toBe(1);
  expect(() => readFileSync(path.join(cwd, 'generated', 'sql.lock.json'))).toThrow('ENOENT');
});

test.each([
  ['an argument that is not used', tool('select id from orders'), 'sql-unused-argument 6:48'],
  [
    'an optional argument that is only compared',
    tool('select id from orders where id = {{n}}', '', 'n: { type: integer, description: N. }', ''),
    'sql-null-argument 9:42',
  ],
])('%s is a warning', async (_, definition, expected) => {
  const { problems, exitCode } = await generate({
    'definitions/s.mcp.yaml': definition,
    'definitions/schema.sql': schema,
  });
  expect(problems).toEqual([expected]);
  expect(exitCode).toBe(0);
});

test.each(['', '      database: s\n'])('a database without a kind is one mistake: %j', async (name) => {
  const definition = tool('select id from orders where id = {{n}}', name).replace(
    /databases: .*/u,
    'databases: { s: { file: ./a.db } }',
  );
  const { problems } = await generate({ 'definitions/s.mcp.yaml': definition });
  expect(problems).toEqual(['missing-key 2:14']);
});

test('an argument that the server sets is not optional', async () => {
  const definition = tool('select id from orders where id = {{n}}', '', 'n: { type: integer, bind: { env: N } }', '');
  const { problems } = await generate({ 'definitions/s.mcp.yaml': definition, 'definitions/schema.sql': schema });
  expect(problems).toEqual([]);
});

test.each([
  ['a database without an address', '{ kind: sqlite }', 'sql-database 2:14'],
  ['a variable in the name of a file', '{ kind: sqlite, file: "./${SHOP}.db" }', 'sql-database 2:42'],
  ['a file of another kind', '{ kind: postgres, file: ./a.db }', 'sql-database 2:38'],
  ['a session of another kind', '{ kind: sqlite, file: ./a.db, session: { a.b: x } }', 'sql-database 2:50'],
  [
    'a session that is not about the caller',
    '{ kind: postgres, url: { env: URL }, session: { a.b: "{{user}}" } }',
    'sql-database 2:73',
  ],
  ['a kind that does not exist', '{ kind: postgresql, url: { env: URL } }', 'invalid-value 2:28'],
  [
    'a setting without a prefix',
    '{ kind: postgres, url: { env: URL }, session: { caller: "{{auth.principal}}" } }',
    'sql-database 2:68',
  ],
  [
    'a setting that limits statements',
    '{ kind: postgres, url: { env: URL }, session: { Statement_Timeout: "0" } }',
    'sql-database 2:68',
  ],
  [
    'a session with a mistyped member',
    '{ kind: postgres, url: { env: URL }, session: { a.b: "{{auth.princpal}}" } }',
    'sql-database 2:73',
  ],
])('%s is an error', async (_, database, expected) => {
  const text = `server: { name: s, version: 1.0.0 }\ndatabases: { shop: ${database} }\ntools: {}\n`;
  expect((await generate({ 'definitions/s.mcp.yaml': text })).problems).toEqual([expected]);
});

test('a session has settings with a prefix, and some of PostgreSQL itself', async () => {
  const check = async (setting: string) => {
    const text = `server: { name: s, version: 1.0.0 }
databases: { shop: { kind: postgres, url: { env: URL }, session: { ${setting}: x } } }\ntools: {}\n`;
    return await runInMemory(['generate'], { cwd: makeFolder({ 'definitions/s.mcp.yaml': text }) });
  };
  for (const setting of ['app.caller', 'App.a.b', 'role', 'search_path']) {
    expect(await check(setting)).toMatchObject({ exitCode: 0 });
  }
  const { error } = await check('caller');
  expect(error).toContain('sql-database: `session` cannot set `caller`.');
  expect(error).toContain('help: Name a setting of your own with a prefix, such as `app.caller`.');
  expect((await check('rol')).error).toContain('did you mean `role`?');
});

test('a placeholder in a string is joined with it', async () => {
  const cwd = makeFolder({
    'definitions/s.mcp.yaml': tool(`select id from orders where note like '%{{n}}%'`),
    'definitions/schema.sql': schema,
  });
  expect((await runInMemory(['generate'], { cwd })).error).toContain("`'%' || {{n}} || '%'`");
});

test('columns are suggested of the tables that a statement uses, also where a column has the name of another', async () => {
  const suggest = async (statement: string) => {
    const cwd = makeFolder({
      'definitions/s.mcp.yaml': tool(statement),
      'definitions/schema.sql': `${schema} create table note (noted text); create view totals as select 1 as moted;`,
    });
    return (await runInMemory(['generate'], { cwd })).error;
  };
  expect(await suggest('select note, moted from orders where id = {{n}}')).not.toContain('Did you mean');
  for (const from of ['orders, note', '(orders join note)', 'orders left join main.note', '"note"']) {
    expect(await suggest(`select moted from ${from} where {{n}} = 1`)).toContain('Did you mean `note.noted`?');
  }
});

test('steps have names that later steps can use', async () => {
  const steps = (first: string, second: string): string =>
    tool('x').replace(/statement: \|\n.*\n/u, `steps:\n        - ${first}\n        - ${second}\n`);
  const read = '{ name: a, statement: "select id from orders where id = {{n}}" }';
  const last = '{ statement: "select {{a.id}} as id" }';
  const run = async (first: string, second: string) =>
    (await generate({ 'definitions/s.mcp.yaml': steps(first, second), 'definitions/schema.sql': schema })).messages;
  expect(await run(read, last)).toEqual([]);
  expect(await run('{ name: a, statement: "delete from orders where id = {{n}}" }', last)).toEqual([
    'The step `a` returns no row for later steps.',
  ]);
  expect(await run(read, read)).toEqual(['Two steps are named `a`.']);
});

test('the addresses of unknown databases, and statements full of mistakes, are reported', async () => {
  const files = {
    'definitions/s.mcp.yaml': tool('select id from orders where id = {{n}}'),
    'definitions/schema.sql': schema,
  };
  expect((await generate(files, ['--database', 'shp=x.db'])).messages).toEqual([
    '`--database` names `shp`, which is not a database of the definitions.',
  ]);
  const many = await generate({ ...files, 'definitions/s.mcp.yaml': tool('select {{ '.repeat(5000)) });
  expect(many.problems).toHaveLength(20);
});

test('a schema that the database refuses, or that is missing, is reported once', async () => {
  const files = { 'definitions/s.mcp.yaml': tool('select id from orders where id = {{n}}') };
  const broken = await generate({ ...files, 'definitions/schema.sql': `${schema}create tabel x (a);\n` });
  expect(broken.problems).toEqual(['sql-schema 2:8']);
  expect((await generate(files)).problems).toEqual(['sql-schema 2:14']);
});

test('without a database, what was learned before is enough, until something changes', async () => {
  const definition = tool('select id from orders where id = {{n}}');
  const { cwd } = await generate({ 'definitions/s.mcp.yaml': definition, 'definitions/schema.sql': schema });
  const check = () => runInMemory(['generate', '--check'], { cwd });
  expect((await check()).exitCode).toBe(0);
  // The database is only read for statements that changed.
  putFiles(cwd, { 'definitions/s.mcp.yaml': definition.replace('select id ', 'select id, total ') });
  expect((await check()).out).toContain('generated/sql.lock.json');
  putFiles(cwd, { 'definitions/s.mcp.yaml': definition.replace(', schema: ./schema.sql', '') });
  const unchecked = await check();
  expect(unchecked.error).toContain('sql-unchecked: No database has checked the SQL of `t` since it changed.');
  expect(unchecked.exitCode).toBe(1);
});

test('tools that no database has checked are named once per database', async () => {
  const entry = (name: string): string => `  ${name}: { description: T., sql: { statement: select id from orders } }\n`;
  const define = (...names: readonly string[]) => ({
    'definitions/s.mcp.yaml': `server: { name: s, version: 1.0.0 }
databases: { shop: { kind: sqlite, file: ./shop.db } }
tools:
${names.map(entry).join('')}`,
  });
  const many = Array.from({ length: 11 }, (_, index) => `t${index}`);
  for (const [names, listed] of [
    [['a', 'b'], '`a` and `b`'],
    [['a', 'b', 'c'], '`a`, `b` and `c`'],
    [many, '`t0`, `t1`, `t2`, `t3`, `t4`, `t5`, `t6`, `t7`, `t8` and others'],
  ] as const) {
    const { problems, messages } = await generate(define(...names));
    expect(problems).toEqual([expect.stringMatching(/^sql-unchecked 4:/u)]);
    expect(messages).toEqual([`No database has checked the SQL of ${listed} since it changed.`]);
  }
  const files = define('a', 'b');
  const rest = `${files['definitions/s.mcp.yaml']}  c: { description: T., result: Hello. }\n`;
  const partial = await generate({ 'definitions/s.mcp.yaml': rest }, ['--keep-going']);
  expect(partial.problems).toHaveLength(1);
  expect(readFileSync(path.join(partial.cwd, 'generated/tools.ts'), 'utf8')).toContain("name: 'c'");
});

test('a change of the database names the tools that it breaks', async () => {
  const definition = tool('select id, note from orders where id = {{n}}');
  const { cwd } = await generate({ 'definitions/s.mcp.yaml': definition, 'definitions/schema.sql': schema });
  rmSync(path.join(cwd, 'definitions', 'schema.sql'));
  putFiles(cwd, { 'definitions/schema.sql': schema.replace(', note text', '') });
  const { error, exitCode } = await runInMemory(['generate'], { cwd });
  expect(error).toContain('definitions/s.mcp.yaml:9:20 error sql-unknown-name: The database has no column `note`.');
  expect(exitCode).toBe(1);
});
