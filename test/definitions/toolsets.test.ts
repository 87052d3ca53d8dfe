import { toolsetsPart } from '../../generator/features/toolsets/toolsets-part.js';
import { describe, expect, test } from 'vitest';
import { diagnose, print, read, type Files } from './diagnose.js';

/** A tool; the value of its key begins in column 36. */
const tool = (key: string) => `server: { name: s, version: 1.0.0 }\ntools:\n  t: { description: Does it., ${key} }\n`;

/** A tool of the toolset `mail`; the toolsets of the server begin in column 46. */
const serving = (toolsets: string) =>
  `server: { name: s, version: 1.0.0, toolsets: ${toolsets} }\ntools:\n  t: { description: Does it., toolset: mail }\n`;

const cases: readonly (readonly [what: string, files: Files, wanted: readonly string[]])[] = [
  ['a toolset', tool('toolset: mail'), []],
  ['several toolsets', tool('toolset: [mail, out.going-2_b]'), []],
  ['a toolset without a name', tool("toolset: ''"), ['invalid-value 3:40']],
  ['a toolset with a space', tool('toolset: my mail'), ['invalid-value 3:40']],
  ['a toolset that means all of them', tool('toolset: all'), ['invalid-value 3:40']],
  ['such a toolset in a list', tool('toolset: [all]'), ['invalid-value 3:41']],
  ['a toolset that begins like it', tool('toolset: allowed'), []],
  ['a toolset that is a number', tool('toolset: 5'), ['wrong-type 3:40']],
  ['a tool that is not active', tool('active: false'), []],
  ['a tool that is not active in words', tool('active: no'), ['wrong-type 3:39']],
  ['toolsets of a server', serving('[mail]'), []],
  ['all toolsets of a server', serving('[all]'), []],
  ['no toolsets of a server', serving('[]'), []],
  ['a toolset of a server that no tool belongs to', serving('[mail, post]'), ['unknown-toolset 1:53']],
  ['toolsets of a server that are no list', serving('mail'), ['wrong-type 1:46']],
];

describe('toolsets and inactive tools', () => {
  test.each(cases)('%s', async (_what, files, wanted) => {
    expect(await diagnose(files)).toEqual(wanted);
  });

  test('what a toolset may be called is said in words', async () => {
    expect(await print(tool('toolset: a b'))).toContain(
      'help: Toolset of the tool, or a list of toolsets. The name of a toolset has 1 to 64 of the characters A-Z a-z 0-9 _ . -',
    );
  });

  test('a misspelt toolset has a suggestion', async () => {
    expect(await print(serving('[mial]'))).toContain('help: did you mean `mail`?');
  });

  test('a toolset stands once in the model, and nothing where there is none', async () => {
    const { resolved } = await read(`server: { name: s, version: 1.0.0 }
tools:
  a: { description: d, toolset: [x, y, x], active: true }
  b: { description: d, toolset: [], active: false }
`);
    expect(resolved.model.tools.map((tool) => [toolsetsPart.of(tool), tool.isInactive])).toEqual([
      [['x', 'y'], undefined],
      [undefined, true],
    ]);
  });
});
