import { expect, test } from 'vitest';
import { read } from '../definitions/diagnose.js';

async function readAllowed(allow: readonly string[]) {
  const paths = { '/v1/items': { get: { operationId: 'items/list', tags: ['items'] }, post: { operationId: 'add' } } };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  const { diagnostics } = await read({
    'definitions/things.json': JSON.stringify(document),
    'definitions/server.mcp.json': JSON.stringify({
      server: { name: 's', version: '1' },
      openapi: { things: { document: './things.json', mode: 'code', code: { allow } } },
    }),
  });
  return diagnostics
    .filter(({ code }) => code === 'unmatched-filter')
    .map(({ code, message, help }) => [code, message, help]);
}

test('filters of code.allow that match something have no warning', async () => {
  const allow = [
    'all',
    'read-only',
    'tag:items',
    'toolset:items',
    'method:GET',
    'path:/v1/*',
    'operation:items/*',
    'a*',
  ];
  expect(await readAllowed(allow)).toEqual([]);
});

test('filters of code.allow that match nothing have one, with what is like them', async () => {
  expect(await readAllowed(['tag:item', 'operation:items/lst', 'path:/*', 'method:delete'])).toEqual([
    ['unmatched-filter', 'No operation matches `tag:item`.', 'did you mean `tag:items`?'],
    ['unmatched-filter', 'No operation matches `operation:items/lst`.', 'did you mean `operation:items/list`?'],
    ['unmatched-filter', 'No operation matches `path:/*`.', undefined],
    ['unmatched-filter', 'No operation matches `method:delete`.', undefined],
  ]);
});
