import { Ajv } from 'ajv';
import { parseUriTemplate } from '../../../generator/core/uri/parse-uri-template.js';
import type {
  HandlerContext,
  HandlerSet,
  ServerDefinition,
  UriMatcher,
  ValidationError,
  Validator,
} from '../../../runtime/index.js';
import { structured, text, withMeta } from '../../../runtime/index.js';
import { makeDefinition, makeHandlers, makeTool } from '../../wire/fixture-server.js';

const ajv = new Ajv({ useDefaults: true, strict: false, allErrors: true });

const addition = {
  type: 'object',
  properties: {
    a: { type: 'integer' },
    b: { type: 'integer', default: 1 },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['a'],
};
const sum = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
const form = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name'],
} as const;

function compile(schema: object): Validator {
  return ajv.compile(schema) as unknown as Validator & { readonly errors: readonly ValidationError[] };
}

function matcherOf(template: string): UriMatcher {
  const parsed = parseUriTemplate(template);
  if (!parsed.ok) throw new Error(parsed.message);
  const { pattern, path, query } = parsed.matcher;
  return { pattern: new RegExp(pattern, 'u'), path, query };
}

const validators = {
  add: { input: compile(addition), output: compile(sum) },
  any: { input: compile({ type: 'object' }) },
};

/** A server that has one entry of each kind; handlers throw for the tool `fail` and for URIs with `item/throw`. */
export const fuzzDefinition: ServerDefinition = makeDefinition({
  server: { name: 'fuzz', version: '1.0.0', title: 'Fuzz', instructions: 'None.' },
  capabilities: { prompts: true, resources: true, listChanged: ['tools', 'prompts', 'resources'], subscribe: true },
  tools: [
    makeTool('echo'),
    makeTool('add', {
      fields: { inputSchema: JSON.stringify(addition), outputSchema: JSON.stringify(sum) },
      validators: async () => validators.add,
    }),
    makeTool('list', {
      wrapsLegacyOutput: true,
      legacyFields: { outputSchema: '{"type":"object","properties":{"result":{"type":"array"}}}' },
      fields: { inputSchema: '{"type":"object"}', outputSchema: '{"type":"array"}' },
    }),
    makeTool('blocks'),
    makeTool('slow', { timeoutMs: 50 }),
    makeTool('fail'),
    makeTool('form', { validators: async () => validators.any }),
    makeTool('sample'),
    makeTool('roots'),
    makeTool('report'),
    makeTool('task', { task: { support: 'optional' } }),
    makeTool('place', {
      headers: [
        { name: 'Region', path: ['region'], type: 'string' },
        { name: 'Count', path: ['count'], type: 'integer' },
      ],
    }),
  ],
  prompts: [
    {
      name: 'greet',
      fields: { arguments: '[{"name":"who","required":true},{"name":"tone"}]' },
      arguments: [
        { name: 'who', required: true },
        { name: 'tone', required: false },
      ],
      completions: { tone: ['warm', 'cold'], who: 'handler' },
    },
  ],
  resources: [{ uri: 'fuzz://one', fields: { name: '"one"' } }],
  resourceTemplates: ['fuzz://item/{id}', 'fuzz://find/{+path}{?q*,limit}'].map((uriTemplate) => ({
    uriTemplate,
    fields: { name: '"template"' },
    matcher: matcherOf(uriTemplate),
    completions: uriTemplate.includes('item') ? { id: ['1', '2'] } : {},
  })),
});

/** The handlers of {@link fuzzDefinition}. */
export const fuzzHandlers: HandlerSet = makeHandlers({
  tools: {
    echo: (input: unknown) => input,
    add: ({ a, b }: { readonly a: number; readonly b: number }) => ({ sum: a + b }),
    list: () => [1, { two: null }],
    blocks: () => withMeta(text('some text'), { key: 'value' }),
    slow: () => new Promise((resolve) => setImmediate(() => resolve('slow'))),
    fail: () => {
      throw new Error('It failed\nin two lines');
    },
    form: async (_: unknown, { elicit, step }: HandlerContext) => {
      const id = await step('id', () => 7);
      const answer = await elicit('Who?', form);
      return structured({ id, answer });
    },
    sample: (_: unknown, { sample }: HandlerContext) =>
      sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 10 }),
    roots: async (_: unknown, { roots }: HandlerContext) => ({ roots: await roots() }),
    report: (_: unknown, { progress, log }: HandlerContext) => {
      progress(1, 2, 'half');
      log.warning({ careful: true });
      return null;
    },
    task: () => 'done',
    place: (input: unknown) => input,
  },
  prompts: { greet: ({ who }: { readonly who: string }) => `Hello ${who}` },
  resources: { 'fuzz://one': () => ({ text: 'one', _meta: { a: 1 } }) },
  resourceTemplates: {
    'fuzz://item/{id}': ({ id }: { readonly id: string }) => {
      if (id.startsWith('throw')) throw new Error(`It failed\nfor ${id}`);
      return id === 'none' ? undefined : `item ${id}`;
    },
    'fuzz://find/{+path}{?q*,limit}': (found: unknown) => JSON.stringify(found),
  },
  completions: { prompts: { greet: { who: (value: string) => [`${value}1`, `${value}2`] } }, resourceTemplates: {} },
});
