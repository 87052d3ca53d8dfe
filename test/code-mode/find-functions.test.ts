import { describe, expect, test } from 'vitest';
import type { OperationDefinition, ServerDefinition } from '../../runtime/core/api/definition.js';
import { codeMode } from '../../runtime/features/code-mode/index.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { request, talk } from '../wire/wire.js';

/** Operations from lines of name, method and path, tag, and title. */
function makeOperations(lines: readonly string[]): readonly OperationDefinition[] {
  return lines.map((line) => {
    const [name = '', path = '', tag = '', title = ''] = line.split(' | ');
    return {
      name,
      title,
      description: '',
      tags: [tag],
      request: path,
      isReadOnly: true,
      details: async () => ({ fields: { inputSchema: '{"type":"object"}' } }),
      validators: () => Promise.reject(new Error('It is never called')),
    };
  });
}

/** Text that the search of code mode answers. */
async function search(operations: readonly OperationDefinition[], input: object): Promise<string> {
  const load = async (): Promise<readonly OperationDefinition[]> => operations;
  const discovery = { does: 'find', api: 'desk', load, settings: {}, open: async () => ({ codeMode }) } as const;
  const definition: ServerDefinition = makeDefinition({ tools: [makeTool('search', { discovery })] });
  const call = request(1, 'tools/call', { name: 'search', arguments: input });
  const [answer] = await talk({ definition, handlers: makeHandlers() }, [call]);
  return answer?.['result'].content[0].text as string;
}

/** Names of the functions whose signatures a text has. */
const listSignatures = (text: string): readonly string[] =>
  [...text.matchAll(/^ {2}(\w+)\(/gmu)].map(([, name = '']) => name);

const desk = makeOperations([
  'lock | PUT /desks/{desk}/issues/{issue}/lock | issues | Lock an issue',
  'unlock | DELETE /desks/{desk}/issues/{issue}/lock | issues | Unlock an issue',
  'update | PATCH /desks/{desk}/issues/{issue} | issues | Update an issue',
  'close | POST /desks/{desk}/windows/{window}/close | windows | Close a window',
  'notes | GET /desks/{desk}/issues/{issue}/notes | notes | List notes',
  ...Array.from({ length: 45 }, (_, number) => `drawer${number} | GET /desks/{desk}/drawers | drawers | Open`),
]);

describe('functions are found', () => {
  test('with a second signature if the best name only has a synonym of the verb', async () => {
    expect(listSignatures(await search(desk, { query: 'close an issue' })).slice(0, 2)).toEqual(['lock', 'update']);
    expect(listSignatures(await search(desk, { query: 'lock an issue' }))).toEqual(['lock']);
  });

  test('in a line for each resource', async () => {
    const text = await search(desk, { query: 'list the notes of an issue' });
    expect(text).toMatch(/\n\/\/ desk\.(?:update|lock|unlock): .*; also desk\.\w+, desk\.\w+/u);
  });

  test('by resource', async () => {
    expect(await search(desk, { resource: 'issues' })).toBe(
      'To get signatures, pass `names`:\ndesk.lock: Lock an issue\ndesk.unlock: Unlock an issue\ndesk.update: Update an issue',
    );
    expect(await search(desk, { resource: 'windows', query: 'issue window' })).not.toContain('desk.lock');
    const many = makeOperations(
      Array.from(
        { length: 120 },
        (_, number) => `f${number} | GET /a/${number % 2} | ${number < 110 ? 'all' : 'few'} | F`,
      ),
    );
    expect(await search(many, { resource: 'all/0' })).toContain('desk.f0: F');
  });
});

describe('the resources of functions', () => {
  const contents = 'issues (3): lock\nwindows (1): close\nnotes (1)\ndrawers (45)';

  test('are listed without a query', async () => {
    expect(await search(desk, {})).toBe(
      `50 functions. Search with a verb and a noun in words of the API. To list the functions of a resource, pass its name, without the number, as \`resource\`:\n\n${contents}`,
    );
  });

  test.each([
    ['nothing matches', { query: 'xylophone' }, 'No function matches.'],
    ['there is no such resource', { resource: 'plants' }, 'There is no such resource.'],
  ])('are listed if %s', async (_title, input, start) => {
    const text = await search(desk, input);
    expect(text.startsWith(start)).toBe(true);
    expect(text.endsWith(contents)).toBe(true);
  });

  test('follow the signatures of a weak match as a comment', async () => {
    const text = await search(desk, { query: 'xylophone glockenspiel triangle window' });
    expect(listSignatures(text)).toEqual(['close']);
    expect(text).toContain('\n// No function matches well.\n// 50 functions.');
    expect(text.endsWith(contents.replace(/^/gmu, '// '))).toBe(true);
  });
});
