import { describe, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { loadDefinitions } from '../../generator/pipeline/read/load-definitions.js';
import { read } from '../definitions/diagnose.js';
import { readTools } from './read-tools.js';

async function propertiesOf(script: string) {
  const { tools, diagnostics } = await readTools(script);
  return { properties: tools['tool']?.inputSchema.properties as object, diagnostics };
}

const parameter = { type: 'string', description: 'd' };

describe('B18 the grammar of scripts', () => {
  test('comments of every kind declare nothing', async () => {
    const script = `REM PARAM a DESCRIPTION "d"
rem PARAM a DESCRIPTION "d"
' PARAM b DESCRIPTION "d"
// PARAM c DESCRIPTION "d"
# PARAM d DESCRIPTION "d"
  ' DESCRIPTION "not this"
PARAM e DESCRIPTION "d" ' optional "quoted"
PARAM f DESCRIPTION "d" // LIKE 1
PARAM g DESCRIPTION "it's # no // comment" # LIKE 1
DESCRIPTION "Does it" ' really
`;
    const { properties, diagnostics } = await propertiesOf(script);
    expect(diagnostics).toEqual([]);
    expect(properties).toEqual({
      e: parameter,
      f: parameter,
      g: { type: 'string', description: "it's # no // comment" },
    });
  });

  test('keywords in any case, tabs, indentation, CRLF and a byte order mark', async () => {
    const script =
      '\ufeff\tparam\ta\tas\tInteger\toptional\tlike\t3\tdescription\t"d"\r\n\r\n  Description "Does it"\r\n';
    const { tools, diagnostics } = await readTools(script);
    expect(diagnostics).toEqual([]);
    expect(tools['tool'].description).toBe('Does it');
    expect(tools['tool'].inputSchema).toEqual({
      type: 'object',
      properties: { a: { type: 'integer', description: 'd', examples: [3] } },
    });
  });

  test('clauses in any order', async () => {
    const { properties } = await propertiesOf('PARAM a DESCRIPTION "d" OPTIONAL LIKE "x" AS text\nDESCRIPTION "D"');
    expect(properties).toEqual({ a: { ...parameter, examples: ['x'] } });
  });

  test('words inside names and texts are no keywords', async () => {
    const { properties, diagnostics } = await propertiesOf(
      'PARAM LIKELY AS string DESCRIPTION "d"\nPARAM x DESCRIPTION "DEFAULT 1 ENUM [a] LIKE ""b"""\nDESCRIPTION "PARAM"',
    );
    expect(diagnostics).toEqual([]);
    expect(properties).toEqual({
      LIKELY: parameter,
      x: { type: 'string', description: 'DEFAULT 1 ENUM [a] LIKE "b"' },
    });
  });

  test.each([
    ['a quote inside a text', 'PARAM a LIKE "the "dark" one" DESCRIPTION "d"', 'error syntax 2:19'],
    ['JSON that does not end', 'PARAM a LIKE "{"theme": "dark" DESCRIPTION "d"', 'error syntax 2:16'],
    ['a text that does not end', 'PARAM a DESCRIPTION "d', 'error syntax 2:21'],
    ['single quotes', "PARAM a DESCRIPTION 'd'", 'error syntax 2:9'],
    ['an example that is a bare word', 'PARAM a LIKE word DESCRIPTION "d"', 'error syntax 2:14'],
    ['several names', 'PARAM name, email DESCRIPTION "d"', 'error syntax 2:11'],
    ['no name', 'PARAM', 'error syntax 2:1'],
    ['a text for a name', 'PARAM "a" DESCRIPTION "d"', 'error syntax 2:7'],
    ['a clause twice', 'PARAM a LIKE 1 LIKE 2 DESCRIPTION "d"', 'error syntax 2:16'],
    ['an unknown word', 'PARAM a OPTIONL DESCRIPTION "d"', 'error syntax 2:9'],
    ['an enumeration that does not end', 'PARAM a ENUM ["a" DESCRIPTION "d"', 'error syntax 2:19'],
    ['an empty enumeration', 'PARAM a ENUM [] DESCRIPTION "d"', 'error syntax 2:15'],
    ['an enumeration without brackets', 'PARAM a ENUM "a" DESCRIPTION "d"', 'error syntax 2:14'],
    ['no type', 'PARAM a AS', 'error syntax 2:9'],
  ])('%s is an error', async (_title, line, diagnostic) => {
    expect((await readTools(`DESCRIPTION "Does it"\n${line}`)).diagnostics).toEqual([diagnostic]);
  });

  test('an example may be JSON whose quotes are not doubled', async () => {
    const { properties } = await propertiesOf(
      'DESCRIPTION "D"\nPARAM a AS object LIKE "{"theme": "d\\"k}", "n": [1]}" DESCRIPTION "d"',
    );
    expect(properties).toMatchObject({ a: { type: 'object', examples: [{ theme: 'd"k}', n: [1] }] } });
  });

  test('a description may have no quotes before the code; after it, the line is code', async () => {
    const { tools, diagnostics } = await readTools("  DESCRIPTION  It's a service. \nTALK 1");
    expect(diagnostics).toEqual([]);
    expect(tools['tool'].description).toBe("It's a service.");
    const code = 'DESCRIPTION "Does it"\nx = 1\ndescription = "no"\ndescription TEXT\nparam = 2\n';
    expect((await readTools(code)).diagnostics).toEqual([]);
  });

  test('a description may stand after the code', async () => {
    const { tools } = await readTools('TALK "hi"\nDESCRIPTION "Does it"');
    expect(tools['tool'].description).toBe('Does it');
  });

  test('parameters after the code are ignored, with a warning', async () => {
    const script = 'PARAM a DESCRIPTION "d"\nDESCRIPTION "D"\nTALK "hi"\nPARAM b DESCRIPTION "d"';
    const { properties, diagnostics } = await propertiesOf(script);
    expect(properties).toEqual({ a: parameter });
    expect(diagnostics).toEqual(['warning ignored-declaration 4:7']);
  });

  test.each(['BEGIN TALK\n%\nEND TALK', 'begin system prompt\n%\nend system prompt', 'SUB f()\n%\nEND SUB'])(
    'nothing in %j is a declaration, and a parameter there is pointed at',
    async (block) => {
      const inside = 'PARAM a DESCRIPTION "d"\nDESCRIPTION "not this"\nPARAM is a word';
      const { tools, diagnostics } = await readTools(`DESCRIPTION "D"\n${block.replace('%', inside)}`);
      expect(diagnostics).toEqual(['warning ignored-declaration 3:7']);
      expect(tools['tool']).toMatchObject({ description: 'D', inputSchema: { properties: {} } });
    },
  );

  test('a block that does not end is pointed at', async () => {
    const script = 'DESCRIPTION "D"\n  BEGIN TALK\nPARAM a DESCRIPTION "d"\n';
    expect((await readTools(script)).diagnostics).toEqual([
      'warning ignored-declaration 2:3',
      'warning ignored-declaration 3:7',
    ]);
  });

  test.each([
    'TABLE students\n  Id uuid key\n  Description string(255)\nEND TABLE',
    'WEBHOOK "sync"',
    'SET SCHEDULE "0 8 * * *"',
    'USE KB "laws"',
    'CLEAR SUGGESTIONS',
    'ADD SUGGESTION "Yes" AS "yes"',
    'ON FORM SUBMIT "page"',
    'SUB f()\n  RETURN 1\nEND SUB',
    'BEGIN SYSTEM PROMPT\nBe kind.\nEND SYSTEM PROMPT',
  ])('declarations follow %j', async (setup) => {
    const { properties, diagnostics } = await propertiesOf(
      `${setup}\nPARAM a DESCRIPTION "d"\nDESCRIPTION "D"\nEND ON`,
    );
    expect(properties).toEqual({ a: parameter });
    expect(diagnostics).toEqual([]);
  });

  test('each tool of a file with several is named after the comment above it, or its description', async () => {
    const script = [
      'REM Animals',
      '',
      'REM ==========',
      'REM ANIMAL KEYWORD - Random Cat (Fact)',
      'REM ==========',
      'DESCRIPTION "Get a fact"',
      'TALK 1',
      "' Status cat",
      'PARAM code AS integer LIKE 404 DESCRIPTION "Status"',
      '',
      'DESCRIPTION "Get a cat"',
      'RETURN code',
      'PARAM code AS integer DESCRIPTION "Other"',
      'DESCRIPTION "Finds: Ñandú!"',
      'RETURN code',
      "' Status cat",
      'DESCRIPTION "Get another"',
    ].join('\n');
    const { tools, diagnostics } = await readTools(script);
    expect(diagnostics).toEqual(['warning multiple-tools 11:13']);
    expect(Object.entries(tools).map(([name, tool]) => [name, Object.keys(tool.inputSchema.properties)])).toEqual([
      ['random-cat', []],
      ['status-cat', ['code']],
      ['finds-nandu', ['code']],
      ['status-cat-2', []],
    ]);
    const { resolved } = await read({
      'definitions/server.mcp.yaml': 'server: { name: a, version: 1.0.0 }',
      'definitions/a.bas': script,
    });
    expect(resolved.model.tools.map((tool) => tool.script)).toEqual([
      'REM Animals\n\nREM ==========\nREM ANIMAL KEYWORD - Random Cat (Fact)\nREM ==========\nTALK 1',
      'RETURN code',
      'RETURN code',
      undefined,
    ]);
  });

  test('settings next to a file with several tools belong to none', async () => {
    const files = {
      'a.bas': 'DESCRIPTION "A"\nTALK 1\nDESCRIPTION "B"\nTALK 2',
      'a.bas.yaml': 'timeoutMs: 5',
    };
    expect((await readTools(files)).diagnostics).toEqual(['warning multiple-tools 3:13', 'error conflicting-keys 1:1']);
  });

  test('a second description without code in between is an error', async () => {
    expect((await readTools('DESCRIPTION "A"\nDESCRIPTION "B"')).diagnostics).toEqual(['error syntax 2:13']);
  });

  test('a script without parameters has an empty schema', async () => {
    const { tools } = await readTools('DESCRIPTION "D"');
    expect(tools['tool'].inputSchema).toEqual({ type: 'object', properties: {} });
  });

  test('the body is all but the declarations', async () => {
    const script = '\n\nDESCRIPTION "D"\nPARAM a DESCRIPTION "d"\n\n  TALK "hi"\n\nIF a THEN\n  RETURN 1\nEND IF\n\n';
    const { resolved } = await read({
      'definitions/server.mcp.yaml': 'server: { name: a, version: 1.0.0 }',
      'definitions/a.bas': script,
    });
    expect(resolved.model.tools[0]?.script).toBe('  TALK "hi"\n\nIF a THEN\n  RETURN 1\nEND IF');
  });
});

describe('B18 hostile scripts', () => {
  test('bytes that are no UTF-8 are an error', async () => {
    const root = makeFolder();
    putFiles(root, { 'definitions/a.bas': Buffer.from('DESCRIPTION "Inscri\u00e7\u00e3o"', 'latin1') });
    const { diagnostics } = await loadDefinitions(root, 'definitions');
    expect(diagnostics).toMatchObject([{ code: 'syntax', location: { line: 1, column: 20 } }]);
  });

  test('control characters are characters like any other', async () => {
    const { tools, diagnostics } = await readTools('DESCRIPTION "a\u0000b\u001b[31m"\nPARAM \u0000 DESCRIPTION "d"');
    expect(diagnostics).toEqual(['error invalid-name 2:7']);
    expect(tools['tool'].description).toBe('a\u0000b\u001b[31m');
  });

  test('many parameters are too many', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `PARAM p${index}`);
    const { diagnostics } = await readTools(`DESCRIPTION "D"\n${lines.join('\n')}`);
    expect(diagnostics.filter((line) => line.includes('too-large'))).toEqual(['error too-large 1002:1']);
    expect(diagnostics).toHaveLength(1001);
  });

  // In a time that grows with the square of their length, they would take hours.
  test('long lines are read', async () => {
    const long = 'a"" '.repeat(1_000_000);
    const script = `DESCRIPTION "D"\nPARAM ${long}\nPARAM b DESCRIPTION "${long}"\n${' '.repeat(4_000_000)}\n${long}`;
    expect((await readTools(script)).diagnostics).toContain('error syntax 2:8');
  });

  test('names that objects have are names like any other', async () => {
    const script = 'PARAM __proto__ DESCRIPTION "d"\nPARAM constructor DESCRIPTION "d"\nDESCRIPTION "D"';
    const { tools, diagnostics } = await readTools({ 'a.bas': script, 'constructor.bas': 'DESCRIPTION "D"' });
    expect(diagnostics).toEqual([]);
    expect(tools['a'].inputSchema.required).toEqual(['__proto__', 'constructor']);
    expect(Object.getOwnPropertyNames(tools['a'].inputSchema.properties)).toEqual(['__proto__', 'constructor']);
  });
});
