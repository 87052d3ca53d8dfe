import { describe, expect, it } from 'vitest';
import { emitValidators } from '../../generator/pipeline/emit/validators/emit-validators.js';
import type { PlainSchema } from '../kit/build-model.js';
import { buildTools, type PlainTool } from './build-tools.js';
import { loadValidators } from './load-validators.js';

const refer = (name: string): PlainSchema => ({ $ref: `#/$defs/${name}` });

/** Makes a schema longer than any module may print again, and marks it. */
const lengthen = (schema: object, mark: string) => ({
  ...schema,
  not: { const: `${mark} ${'long '.repeat(2000)}` },
});

const takeAll = (count: number, schema: PlainSchema): readonly PlainTool[] =>
  Array.from({ length: count }, (_, position) => ({
    name: `tool${position}`,
    input: { type: 'object', properties: { [`value${position}`]: schema } },
  }));

const countMarks = (text: string, mark: string): number => text.split(`${mark} long`).length - 1;

/** Tools that fill a server, so that its validators need more than one module. */
const filling: readonly PlainTool[] = [
  { name: 'filling', input: lengthen(lengthen({ type: 'object', const: 'x'.repeat(20_000) }, 'f'), 'f') },
];

describe('A long definition that tools share', () => {
  it('is printed once, however many modules need it', async () => {
    const Long = lengthen({ type: 'string' }, 'once');
    const model = buildTools([...takeAll(120, refer('Long')), ...filling], { Long });
    const emitted = await emitValidators(model);
    const modules = emitted.files.filter(({ path }) => path.endsWith('.js'));
    expect(modules.filter(({ path }) => path.includes('/tools-')).length).toBeGreaterThan(2);
    expect(countMarks(modules.map(({ content }) => content).join(''), 'once')).toBe(1);
    const loaded = await loadValidators(emitted);
    for (const position of [0, 60, 119]) {
      const validate = loaded.get(`tool${position}`)?.input;
      expect(validate?.({ [`value${position}`]: 'a' })).toBe(true);
      expect(validate?.({ [`value${position}`]: 1 })).toBe(false);
      expect(validate?.errors?.[0]).toMatchObject({ instancePath: `/value${position}`, keyword: 'type' });
    }
  });

  it('is imported from files next to those of the tools, and nothing else is', async () => {
    const model = buildTools([...takeAll(60, refer('Long')), ...filling], { Long: lengthen({}, 'beside') });
    const { files } = await emitValidators(model);
    const text = files.flatMap(({ path, content }) => (path.endsWith('.js') ? [content] : [])).join('\n');
    const imports = text.match(/\bimport\b\s*[^;]*/gu) ?? [];
    expect(imports.length).toBeGreaterThan(1);
    for (const each of imports) expect(each).toMatch(/^import\{[^}]*\}from"\.\/shared-[0-9a-f]{12}\.js"$/u);
    const paths = new Set(files.map(({ path }) => path));
    for (const [, name] of text.matchAll(/from"\.\/([^"]+)"/gu)) expect(paths).toContain(`validators/${name}`);
  });

  it('may lead back to itself, through others that are long too', async () => {
    const definitions = {
      Head: lengthen({ type: 'object', properties: { tail: refer('Tail'), leaf: refer('Leaf') } }, 'head'),
      Tail: lengthen({ type: 'object', properties: { head: refer('Head') }, required: ['head'] }, 'tail'),
      Leaf: lengthen({ type: 'integer' }, 'leaf'),
    };
    const tools = takeAll(4, refer('Head')).map((tool, position) =>
      position === 3 ? { ...tool, input: { type: 'object', properties: { leaf: refer('Leaf') } } } : tool,
    );
    const emitted = await emitValidators(buildTools([...tools, ...filling], definitions));
    const text = emitted.files.map(({ content }) => content).join('');
    expect(['head', 'tail', 'leaf'].map((mark) => countMarks(text, mark))).toEqual([1, 1, 1]);
    const loaded = await loadValidators(emitted);
    const validate = loaded.get('tool1')?.input;
    expect(validate?.({ value1: { tail: { head: { leaf: 1 } } } })).toBe(true);
    expect(validate?.({ value1: { tail: { head: { leaf: 'a' } } } })).toBe(false);
    expect(validate?.({ value1: { tail: {} } })).toBe(false);
    expect(loaded.get('tool3')?.input({ leaf: 1.5 })).toBe(false);
  });

  it('fills its defaults where it is chosen, and not where it is tried', async () => {
    const Long = lengthen({ type: 'object', properties: { unit: { default: 'm' } }, required: ['unit'] }, 'filled');
    const tools = takeAll(2, { type: 'object', properties: { a: refer('Long'), b: { anyOf: [refer('Long'), {}] } } });
    const loaded = await loadValidators(await emitValidators(buildTools([...tools, ...filling], { Long })));
    const given = { value0: { a: {}, b: {} } };
    expect(loaded.get('tool0')?.input(given)).toBe(true);
    expect(given).toEqual({ value0: { a: { unit: 'm' }, b: {} } });
  });

  it('tells those that import it what it has looked at', async () => {
    const Long = lengthen({ type: 'object', properties: { known: {} } }, 'seen');
    const schema = { allOf: [refer('Long')], properties: { own: {} }, unevaluatedProperties: false };
    const loaded = await loadValidators(
      await emitValidators(buildTools([...takeAll(2, schema), ...filling], { Long })),
    );
    const validate = loaded.get('tool0')?.input;
    expect(validate?.({ value0: { known: 1, own: 2 } })).toBe(true);
    expect(validate?.({ value0: { known: 1, other: 2 } })).toBe(false);
  });

  it('is compiled for arguments and for results, with and without formats', async () => {
    const Long = lengthen({ type: 'string', format: 'date' }, 'both');
    const tools = takeAll(2, refer('Long')).map((tool) => ({ ...tool, output: tool.input }));
    const loaded = await loadValidators(await emitValidators(buildTools([...tools, ...filling], { Long })));
    expect(loaded.get('tool0')?.input({ value0: 'someday' })).toBe(false);
    expect(loaded.get('tool0')?.output?.({ value0: 'someday' })).toBe(true);
  });

  it('costs the tools that reach it, and no others, when it cannot be compiled', async () => {
    const Long = lengthen({ pattern: '(' }, 'broken');
    const model = buildTools([...takeAll(3, refer('Long')), ...filling], { Long });
    const { failures } = await emitValidators(model);
    expect(failures.map(({ tool }) => tool)).toEqual(['tool0', 'tool1', 'tool2']);
  });
});

describe('The validators of a server', () => {
  it('grow with the number of tools where all of them reach each other', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Part${index}`);
    const definitions = Object.fromEntries(
      names.map((name, index) => [
        name,
        lengthen(
          { type: 'object', properties: Object.fromEntries(names.map((each) => [each, refer(each)])) },
          `p${index}`,
        ),
      ]),
    );
    const measure = async (count: number): Promise<number> => {
      const tools = names.slice(0, count).map((name) => ({ name: `take${name}`, input: { $ref: `#/$defs/${name}` } }));
      const { files } = await emitValidators(buildTools([...tools, ...filling], definitions));
      return files.reduce((sum, { content }) => sum + content.length, 0);
    };
    const [few, many] = [await measure(2), await measure(40)];
    expect(many).toBeLessThan(1.2 * few);
  });
});

describe('The formats of a server with several modules', () => {
  const dates = takeAll(60, { type: 'string', format: 'date' });

  it('are printed once, and hold in every module', async () => {
    const emitted = await emitValidators(buildTools([...dates, ...filling]));
    const containing = emitted.files.filter(({ content }) => content.includes('uri-reference'));
    expect(containing.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^validators\/shared-[0-9a-f]{12}\.js$/u),
    ]);
    const loaded = await loadValidators(emitted);
    for (const position of [0, 30, 59]) {
      const validate = loaded.get(`tool${position}`)?.input;
      expect(validate?.({ [`value${position}`]: '2024-02-29' })).toBe(true);
      expect(validate?.({ [`value${position}`]: '2023-02-29' })).toBe(false);
      expect(validate?.errors?.[0]).toMatchObject({ instancePath: `/value${position}`, keyword: 'format' });
    }
  });

  it('stay in the module of a small server', async () => {
    const { files } = await emitValidators(buildTools(dates.slice(0, 2)));
    expect(files.map(({ path }) => path)).toEqual(['validators/tools-1.js', 'validators/tools-1.d.ts']);
  });
});
