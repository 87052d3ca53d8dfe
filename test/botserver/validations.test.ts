import { describe, expect, test } from 'vitest';
import { diagnose, print } from '../definitions/diagnose.js';
import { readTools } from './read-tools.js';

const description = 'DESCRIPTION "Does it"\n';

describe('B3 the documented validations', () => {
  test.each([
    ['a name that is none', 'PARAM user-name AS string DESCRIPTION "d"', 'error invalid-name 2:7'],
    ['a name that begins with a digit', 'PARAM 9lives DESCRIPTION "d"', 'error invalid-name 2:7'],
    ['a name with a hyphen', 'PARAM a-b DESCRIPTION "d"', 'error invalid-name 2:7'],
    ['an unsupported type', 'PARAM a AS strin DESCRIPTION "d"', 'error unsupported-type 2:12'],
    ['no description of a parameter', '  PARAM a AS string', 'warning missing-parameter-description 2:9'],
    ['an empty description of a parameter', 'PARAM a DESCRIPTION ""', 'warning missing-parameter-description 2:7'],
  ])('%s', async (_title, line, diagnostic) => {
    expect((await readTools(`${description}${line}\n`)).diagnostics).toEqual([diagnostic]);
  });

  test('a script without a description is described by its name', async () => {
    const { tools, diagnostics } = await readTools({ 'find-old_cases.bas': 'PARAM a DESCRIPTION "d"' });
    expect(diagnostics).toEqual(['warning undescribed-script 1:1']);
    expect(tools['find-old_cases'].description).toBe('Find old cases');
  });

  test('a script with an empty description', async () => {
    expect((await readTools('\n DESCRIPTION "  "')).diagnostics).toEqual(['error missing-description 2:14']);
  });

  test.each(['', 'TALK "hi"'])('a script that declares nothing is left out: %j', async (text) => {
    expect((await readTools(text)).diagnostics).toEqual(['warning skipped-script 1:1']);
  });

  test('a parameter that is declared twice', async () => {
    const { diagnostics } = await readTools(`${description}PARAM a DESCRIPTION "d"\nPARAM a DESCRIPTION "d"`);
    expect(diagnostics).toEqual(['error duplicate-parameter 3:7']);
  });

  test('a tool that two files define: the message names both places', async () => {
    const printed = await print({
      'definitions/server.mcp.yaml': 'server: { name: a, version: 1.0.0 }\ntools:\n  send: { description: Sends. }\n',
      'definitions/mail/send.bas': description,
      'definitions/old.botserver.json': '{ "name": "send", "description": "Sends." }',
    });
    expect(printed).toContain('definitions/old.botserver.json:1:11 error duplicate-name: Duplicate tool `send`.');
    expect(printed).toContain('definitions/server.mcp.yaml:3:3 error duplicate-name: Duplicate tool `send`.');
    expect(printed.match(/definitions\/mail\/send\.bas:1:1 first here/gu)).toHaveLength(2);
  });

  test('one run finds all of them, and shows the line', async () => {
    const printed = await print({
      'definitions/server.mcp.yaml': 'server: { name: a, version: 1.0.0 }',
      'definitions/a.bas': 'PARAM a-b AS strin\nPARAM c AS int LIKE x\n',
    });
    expect(printed).toContain('definitions/a.bas:1:7 error invalid-name: `a-b` is not a valid parameter name.');
    expect(printed).toContain('  1 | PARAM a-b AS strin\n    |              ^^^^^');
    expect(printed).toContain('help: did you mean `string`?');
    expect(printed).toContain('definitions/a.bas:2:21 error syntax: `LIKE` requires a value.');
    expect(printed).toMatch(/3 errors, 2 warnings\n$/u);
  });

  test('the MCP format: errors stand where the file says it', async () => {
    const text =
      '{\n  "name": 1,\n  "description": "",\n  "input_schema": { "type": "array" },\n  "inputschema": {}\n}';
    expect(
      await diagnose({
        'definitions/server.mcp.yaml': 'server: { name: a, version: 1.0.0 }',
        'definitions/a.botserver.json': text,
      }),
    ).toEqual(['wrong-type 2:11', 'missing-description 3:18', 'input-not-object 4:19', 'unknown-key 5:3']);
  });

  test.each(['[]', '"text"', 'null'])('the MCP format: %s is no tool', async (text) => {
    expect((await readTools({ 'a.botserver.json': text })).diagnostics).toEqual(['error wrong-type 1:1']);
  });

  test('the MCP format: both spellings of the input schema contradict each other', async () => {
    const text = '{"description":"A","input_schema":{"type":"object"},\n"inputSchema":{"type":"object"}}';
    expect((await readTools({ 'a.botserver.json': text })).diagnostics).toEqual(['error conflicting-keys 2:15']);
  });
});

describe('B5 the name of a tool', () => {
  test('is that of the script', async () => {
    const { tools, diagnostics } = await readTools({ 'mail/send-email.bas': description, 'STOP.BAS': description });
    expect(diagnostics).toEqual([]);
    expect(Object.keys(tools)).toEqual(['STOP', 'send-email']);
  });

  test('is what a descriptor says, else that of its file', async () => {
    const { tools } = await readTools({
      'a.botserver.json': '{"name":"send","description":"Sends."}',
      'stop.botserver.json': '{"description":"Stops."}',
    });
    expect(Object.keys(tools)).toEqual(['send', 'stop']);
  });

  test.each(['a b.bas', 'ação.bas', `${'a'.repeat(129)}.bas`])('%s is an error', async (file) => {
    expect((await readTools({ [file]: description })).diagnostics).toEqual(['error invalid-name 1:1']);
  });
});
