import { describe, expect, test } from 'vitest';
import { compareLists } from '../../../generator/tools/dev-ui/host/compare-lists.js';
import { measureResult, measureUsage } from '../../../generator/tools/dev-ui/host/measure-usage.js';

const search = {
  name: 'search',
  description: 'Finds books.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'Words to look for.' }, limit: { type: 'integer' } },
    required: ['query'],
  },
};

describe('the cost of tools', () => {
  test('is the sum of what a model reads of them', () => {
    const long = { ...search, name: 'long', description: 'Finds books by title. '.repeat(400) };
    const { tools, tokens, profiles } = measureUsage('books', [search, long]);
    expect(tools.map(({ name }) => name)).toEqual(['search', 'long']);
    expect(tokens).toBe(tools.reduce((sum, tool) => sum + tool.tokens, 0));
    expect(tools[0]?.advice).toEqual([]);
    expect(tools[1]?.parts[0]).toMatchObject({ name: 'description' });
    expect(tools[1]?.share).toBeGreaterThan(0.9);
    expect(tools[1]?.advice.map(({ severity, profiles: clients }) => ({ severity, clients }))).toEqual([
      { severity: 'warning', clients: ['claude'] },
      { severity: 'error', clients: ['openai'] },
      { severity: 'note', clients: [] },
    ]);
    expect(profiles).toContain('gemini');
    // An answer that no model reads costs nothing.
    expect(measureUsage('books', [{ ...search, outputSchema: long, _meta: { a: long } }]).tokens).toBe(
      tools[0]?.tokens,
    );
  });

  test('comes with what clients refuse, and what to do about it', () => {
    const union = { name: 'union', inputSchema: { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] } };
    const [report] = measureUsage('books', [union]).tools;
    const [advice] = report?.advice ?? [];
    expect(advice).toMatchObject({ severity: 'error', profiles: ['claude', 'openai', 'gemini'] });
    expect(advice?.message).toBe('`anyOf` is not allowed at the root of an input schema.');
    expect(advice?.help).toMatch(/^`generate --profile claude` adapts it\. /u);
  });

  test('says when a client takes no more tools', () => {
    const many = Array.from({ length: 130 }, (_, index) => ({ ...search, name: `search_${index}` }));
    const { advice } = measureUsage('books', many);
    expect(advice.flatMap(({ profiles }) => profiles)).toEqual(expect.arrayContaining(['openai', 'cursor', 'vscode']));
    expect(advice[0]?.help).toContain('toolsets');
  });

  test('is measured of tools with errors, too', () => {
    const faulty = { name: 'not a name', inputSchema: { $ref: '#/none' } };
    expect(measureUsage('books', [faulty, search, null]).tools.map(({ name }) => name)).toEqual([
      'not a name',
      'search',
    ]);
  });

  test('of an answer: text, structured content and the rest apart', () => {
    const result = {
      content: [
        { type: 'text', text: 'two words' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      ],
      structuredContent: { found: 2 },
    };
    expect(measureResult(result)).toEqual({
      text: { tokens: 2, bytes: 9 },
      structured: { tokens: 5, bytes: 11 },
      others: 1,
      advice: [],
    });
    const long = (words: number) => measureResult({ content: [{ type: 'text', text: 'word '.repeat(words) }] });
    expect(long(11_000).advice).toMatchObject([{ severity: 'warning', profiles: ['claude'] }]);
    expect(long(26_000).advice).toMatchObject([{ severity: 'error' }]);
    expect(measureResult(undefined)).toMatchObject({ text: { tokens: 0 }, others: 0 });
  });
});

describe('changes of lists', () => {
  test('are told in words, those that break clients first', () => {
    const { properties } = search.inputSchema;
    const after = {
      ...search,
      description: 'Finds books and maps.',
      inputSchema: {
        ...search.inputSchema,
        properties: { ...properties, limit: { type: 'integer', maximum: 50 } },
        required: ['query', 'limit'],
      },
    };
    const more = { name: 'more', inputSchema: { type: 'object' } };
    const changes = compareLists({ tools: [search] }, { tools: [after, more], prompts: [{ name: 'ask' }] });
    expect(changes.map(({ severity, subject }) => `${severity}: ${subject}`)).toEqual([
      'breaking: tool search, input limit',
      'breaking: tool search, input limit',
      'compatible: tool more',
      'compatible: prompt ask',
      'documentation: tool search',
    ]);
    expect(changes.map(({ message }) => message).slice(0, 3)).toEqual([
      '`maximum: 50` added',
      'the property is now required',
      'is new',
    ]);
    expect(compareLists({ tools: [search] }, { tools: [search] })).toEqual([]);
  });
});
