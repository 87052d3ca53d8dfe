import { describe, expect, test } from 'vitest';
import { readApi } from '../openapi/read-api.js';
import { diagnose, print } from './diagnose.js';

const server = 'server: { name: s, version: 1.0.0 }\n';

/** A prompt with the argument `id`, whose text stands in line 7. */
const prompt = (text: string) => `${server}prompts:
  p:
    description: D.
    arguments: { id: { description: The id. } }
    messages:
      - { role: user, content: '${text}' }
`;

describe('a placeholder that lacks a brace', () => {
  test.each([
    ['Show {{id}.', ['broken-placeholder 7:32']],
    ['Show {{id.', ['broken-placeholder 7:32']],
    ['Show {{ id }, {{id}}.', ['broken-placeholder 7:32']],
    ['Show {id}}.', ['broken-placeholder 7:32']],
    ['Show {{{id}}.', []],
    ['Show \\{{id} and {"a": {"b": 1}}, {other}}.', []],
    ['Show {{idd}}.', ['unknown-placeholder 7:32']],
  ])('in a prompt: %s', async (text, found) => {
    expect(await diagnose(prompt(text))).toEqual(found);
  });

  test('is reported with what to write', async () => {
    expect(await print(prompt('Show {{id}.'))).toContain(
      'broken-placeholder: `{{id}` is text, not a placeholder: a brace is missing.',
    );
    expect(await print(prompt('Show {{id}.'))).toContain('help: Write `{{id}}`, or write `\\{{` for the braces.');
  });

  test('in the message and the address of a question', async () => {
    const elicitations = `${server}tools:
  t:
    description: D.
    elicitations:
      open: { message: 'See {{page} of {{book}} and {book}}', url: 'https://a.example/{{page' }
`;
    expect(await diagnose(elicitations)).toContain('broken-placeholder 6:24');
  });

  test.each([
    ['book://{id', 'invalid-template 3:11'],
    ['book://id}', 'invalid-template 3:13'],
    ['book://{{id}}', 'invalid-template 3:12'],
  ])('in the template of a resource: %s', async (template, found) => {
    expect(await diagnose(`${server}resourceTemplates:\n  '${template}': { name: b }\n`)).toContain(found);
  });

  test('in a path of an API', async () => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const get = { operationId: 'a', parameters };
    const info = { title: 'A', version: '1' };
    const files = (path: string) => ({
      'definitions/a.openapi.json': { openapi: '3.1.0', info, paths: { [path]: { get } } },
    });
    expect((await readApi(files('/books/{id}'))).diagnostics).toEqual([]);
    expect((await readApi(files('/books/{id'))).diagnostics).toContain('invalid-api 9:7');
    expect((await readApi(files('/books/{{id}'))).diagnostics).toContain('invalid-api 9:7');
    expect((await readApi(files('/books/id}'))).diagnostics).toContain('invalid-api 9:7');
  });
});
