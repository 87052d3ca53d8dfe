import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const definition = `
server: { name: house, version: 1.0.0 }
tools:
  rules:
    description: Returns the rules of a room.
    inputSchema:
      type: object
      properties:
        room: { type: string, description: Room. }
        count: { type: integer, default: 3, description: Number of guests. }
        tags: { type: array, items: { type: string }, description: Tags. }
    result: 'Rules of {{room}} for {{ count }}{{tags}}: no \\{{x}}, "\`$\{1}\`", </script>.'
  links:
    description: Links to pages about a term.
    inputSchema: { type: object, properties: { q: { type: string, description: Term. } }, required: [q] }
    result:
      - '"{{q}}"'
      - { type: text, text: 'for {{q}}', annotations: { priority: 0.5 } }
      - { type: resource_link, uri: 'https://example.com/{{q}}', name: 'About {{q}}', mimeType: text/html }
      - { type: resource, resource: { uri: 'app:{{q}}', text: '{{q}}!' }, _meta: { a/b: '{{q}}' } }
      - { type: image, data: aGk=, mimeType: image/png }
`;

const project = await createProject({ 'definitions/house.mcp.yaml': definition });
const server = await project.bundle();

test('a server with static results alone has no handlers to write, and type-checks', async () => {
  expect(existsSync(path.join(project.folder, 'handlers', 'tools'))).toBe(false);
  expect(project.report.diagnostics).toEqual([]);
  expect(project.report.summary).toMatchObject({ tools: 2, declared: { result: 2 } });
  expect(await typeCheck(project.folder, ['generated', 'handlers'])).toBe('');
});

describe.each(ways)('results over $carrier in $revision', (way) => {
  const asked = askServer(server, way);
  afterAll(async () => (await asked).close());

  test.each([
    ['missing arguments are empty, defaults are filled in', {}, 'Rules of  for 3'],
    ['values other than strings are JSON', { room: 'A', count: 9, tags: ['b', '"'] }, 'Rules of A for 9["b","\\""]'],
    ['arguments are not searched for placeholders', { room: '{{count}}$&' }, 'Rules of {{count}}$& for 3'],
  ])('%s', async (_, input, start) => {
    const { result } = await (await asked).call('rules', input);
    expect(result.content).toEqual([{ type: 'text', text: `${start}: no {{x}}, "\`$\{1}\`", </script>.` }]);
    expect(result.isError).toBeFalsy();
  });

  test('blocks are sent in order, with arguments percent-encoded in URIs only', async () => {
    const { result } = await (await asked).call('links', { q: 'a/b ?é' });
    expect(result.content).toEqual([
      { type: 'text', text: '"a/b ?é"' },
      { type: 'text', text: 'for a/b ?é', annotations: { priority: 0.5 } },
      {
        type: 'resource_link',
        uri: 'https://example.com/a%2Fb%20%3F%C3%A9',
        name: 'About a/b ?é',
        mimeType: 'text/html',
      },
      { type: 'resource', resource: { uri: 'app:a%2Fb%20%3F%C3%A9', text: 'a/b ?é!' }, _meta: { 'a/b': 'a/b ?é' } },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ]);
  });

  test('half of a surrogate pair is a URI nevertheless', async () => {
    const { result } = await (await asked).call('links', { q: '\ud800' });
    expect(result.content[2]).toMatchObject({ uri: 'https://example.com/%EF%BF%BD' });
  });

  test('the tools are listed as harmless', async () => {
    const { result } = await (await asked).ask('tools/list');
    const [{ annotations }] = result.tools;
    expect(annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  });

  test('invalid arguments are refused', async () => {
    const { result } = await (await asked).call('links', {});
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('q: is required') }],
    });
  });
});
