import { expect, test } from 'vitest';
import { EnabledEntries } from '../../runtime/core/service/enabled-entries.js';
import { Lists } from '../../runtime/core/service/lists.js';
import { makeDefinition, makeTool } from '../wire/fixture-server.js';

// As many pages as there are tools would fill the memory, each as long as the rest of the list.
test.each([
  [{ pageSize: 2 }, [0, 2, 4]],
  [{ pageBytes: 100 }, [0, 2, 4]],
  [{}, [0]],
])('with pages of %j, only those are kept that follow each other from the start', async (limits, expected) => {
  const definition = makeDefinition({ tools: ['a', 'b', 'c', 'd', 'e'].map((name) => makeTool(name)) });
  const lists = new Lists(definition, new EnabledEntries(definition), limits);
  const cursors = ['a', 'b', 'c', 'd'].map((key) => btoa(`tools ${key}`).replaceAll('=', ''));
  const keptAt: number[] = [];
  for (const [start, cursor] of [undefined, ...cursors].entries()) {
    const first = await lists.page('tools', cursor, '2025-11-25');
    if (first === (await lists.page('tools', cursor, '2025-11-25'))) keptAt.push(start);
    else expect(first.members).toBeTypeOf('string');
  }
  expect(keptAt).toEqual(expected);
});
