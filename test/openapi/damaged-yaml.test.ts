import { describe, expect, test } from 'vitest';
import { readApi } from './read-api.js';

const documentOf = (description: string, rest = '') => `openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      description: ${description}
      tags: [x]
${rest}`;

describe('quoted text that goes on too far left', () => {
  test.each([
    ['in double quotes', '"One\n  two \\" three\nfour"', 'One   two " three four'],
    ['in single quotes', "'One\n  it''s\n    four'", "One   it's     four"],
  ])('%s is read, with a warning', async (_title, text, description) => {
    const { tools, diagnostics } = await readApi(documentOf(text));
    expect(tools['a']?.description).toBe(description);
    expect(diagnostics).toEqual(['invalid-api 7:20']);
  });

  test('leaves places behind it where they are', async () => {
    const { diagnostics } = await readApi(documentOf('"One\n  two"', '    put: nothing\n'));
    expect(diagnostics).toEqual(['invalid-api 7:20', 'skipped-operation 10:5']);
  });

  test('does not excuse other errors', async () => {
    const { diagnostics } = await readApi(documentOf('"One\n  two"', '    put: [\n'));
    expect(diagnostics).toEqual(['syntax 10:10']);
  });
});

test('values that JSON does not have are no more than warnings', async () => {
  const { tools, diagnostics } = await readApi(documentOf('d', '      x-a: .nan\n      x-b: { [a, b]: 1 }\n'));
  expect(Object.keys(tools)).toEqual(['a']);
  expect(diagnostics).toEqual(['invalid-api 9:12', 'invalid-api 10:14']);
});
