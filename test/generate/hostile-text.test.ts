import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { byId, talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { initialize, request } from '../wire/wire.js';

/** Texts that mean something to JavaScript, TypeScript, HTML, YAML, templates, terminals or prototypes. */
const hostileTexts = [
  '*/ throw new Error("comment closed"); /*',
  '`${globalThis.process.exit(7)}`',
  "'; process.exit(7); '",
  '"\\u0022; process.exit(7); //',
  '\u2028process.exit(7)\u2029',
  '</script><script>process.exit(7)</script>',
  '{{this}} {{{constructor}}} {{#each a}}{{/each}}',
  '__proto__',
  'constructor',
  'line one\nline two\r\nline three\ttab',
  '\\',
  "\\'",
  '\u0000\u0007\u001b[31m\u007f',
  '\u202e reversed \u2066',
  '\ufeffmark',
  '😀 Łódź ünï 漢字',
  'delete await class \\u{65}num',
  '//# sourceMappingURL=data:x',
  "$& $1 $` $'",
  'x'.repeat(10_000),
];

const text = hostileTexts.join(' ');

/** A server in which every string of the format is hostile. JSON, so that nothing of it is YAML. */
const properties = Object.fromEntries(
  hostileTexts.map((name): [string, object] => [
    name,
    { type: 'string', description: text, title: text, default: name, examples: [text], enum: [name, text] },
  ]),
);
const inputSchema = {
  type: 'object',
  title: text,
  description: text,
  properties,
  required: ['__proto__', 'constructor'],
  $comment: text,
  tsType: 'any;} export const injected = 1; interface Q {',
  'unknown vocabulary': text,
};
const outputSchema = { type: 'object', properties: { out: { const: text, description: text } }, required: ['out'] };
/** As hostile as a media type can be: in its parameters. */
const mimeType = `text/plain; ${text}`;
const icons = [{ src: `data:image/png,${encodeURIComponent(text)}`, mimeType: `image/png; ${text}` }];
const meta = { constructor: text, 'com.example/toString': [text] };

const hostileArgument = text.replaceAll(/[{}]/gu, '');

const definition = {
  server: { name: text, version: text, title: text, description: text, instructions: text },
  tools: {
    constructor: {
      title: text,
      description: text,
      icons,
      _meta: meta,
      annotations: { title: text },
      inputSchema,
      outputSchema,
    },
    'to.string': { description: text, [`x-${text}`]: text, returns: { [text]: { type: 'string', description: text } } },
    delete: { description: text },
  },
  prompts: {
    static: {
      title: text,
      description: text,
      arguments: { [hostileArgument]: { description: text, complete: hostileTexts } },
      messages: [{ role: 'user', content: text.replaceAll('{{', '\\{{') }],
    },
    stub: {
      description: text,
      arguments: {
        ['a b*/']: { description: text, required: true, complete: 'handler' },
        constructor: { complete: ['a'] },
      },
    },
  },
  resources: {
    'hostile://static': { name: text, description: text, mimeType, text },
    'hostile://stub': { name: text, description: text },
  },
  resourceTemplates: {
    'hostile://template/{toString}/{a}': {
      name: `${text} template`,
      description: text,
      variables: {
        toString: { description: text, complete: 'handler' },
        a: { description: text, complete: [...hostileTexts, text] },
      },
    },
  },
};

/** A document with such a text in every place; it cannot be the text above, because names are made of it. */
const ending = "*/ ' \" ` ${globalThis.hurt()} \\ </script> \u2028 \n }); throw new Error('hurt'); /* {{name}}";
const property = { type: 'string', description: ending, enum: [ending], default: ending };
const document = {
  openapi: '3.1.0',
  info: { title: ending, version: ending },
  servers: [{ url: `https://example.com/{v}`, variables: { v: { default: ending, enum: [ending] } } }],
  paths: {
    [`/a/{id}/${ending}`]: {
      post: {
        operationId: ending,
        summary: ending,
        description: ending,
        security: [{ [ending]: [ending] }],
        parameters: [
          { name: 'id', in: 'path', required: true, description: ending, schema: { type: 'string' } },
          { name: ending, in: 'query', description: ending, schema: property },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', properties: { [ending]: property, __proto__x: property } },
            },
          },
        },
        responses: {
          200: {
            description: ending,
            content: {
              [`application/json; ${ending}`]: {},
              'application/json': { schema: { $ref: '#/components/schemas/T' } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: { T: { type: 'object', title: ending, description: ending, properties: { [ending]: property } } },
    securitySchemes: { [ending]: { type: 'apiKey', in: 'header', name: ending } },
  },
};

const project = await createProject({
  'definitions/hostile.mcp.json': JSON.stringify(definition),
  'definitions/api.openapi.json': JSON.stringify(document),
});
const server = await project.bundle();

describe('hostile text in every string of a definition', () => {
  test('passes the type checker', async () => {
    expect(await typeCheck(project.folder)).toBe('');
  });

  test('arrives on the wire as it was written', async () => {
    const { messages, exitCode, stderr } = await talk(server, [
      request(1, 'tools/list'),
      request(2, 'prompts/list'),
      request(3, 'resources/list'),
      request(4, 'resources/templates/list'),
      request(5, 'resources/read', { uri: 'hostile://static' }),
      request(6, 'prompts/get', { name: 'static', arguments: {} }),
      initialize(7, '2025-11-25'),
    ]);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain('hurt');
    const [tools, prompts, resources, templates, read, prompt, initialized] = byId(messages).map(
      ({ result }) => result,
    );
    const [first, second] = tools.tools;
    const named = /^[A-Za-z0-9_.-]{1,64}$/u;
    const last = tools.tools.at(-1);
    expect(last).toMatchObject({ name: expect.stringMatching(named) as string, title: ending.trim() });
    expect(Object.keys(last.inputSchema.properties).filter((key) => !named.test(key))).toEqual([]);
    expect(last.outputSchema.description).toBe(ending.replace(' \u2028 \n', '\n'));
    expect(first.title).toBe(text);
    expect(first.icons).toEqual(icons);
    expect(first.inputSchema).toEqual(JSON.parse(JSON.stringify(inputSchema)));
    expect(first.outputSchema).toEqual(outputSchema);
    expect(Object.getOwnPropertyNames(first._meta)).toEqual(['constructor', 'com.example/toString']);
    expect(second[`x-${text}`]).toBe(text);
    expect(prompts.prompts[0].arguments[0].description).toBe(text);
    expect(resources.resources[0]).toEqual({
      uri: 'hostile://static',
      name: text,
      description: text,
      mimeType,
      size: new TextEncoder().encode(text).length,
    });
    expect(templates.resourceTemplates[0].name).toBe(`${text} template`);
    expect(read.contents).toEqual([{ uri: 'hostile://static', mimeType, text }]);
    expect(prompt.messages).toEqual([{ role: 'user', content: { type: 'text', text } }]);
    expect(initialized.serverInfo).toEqual({ name: text, title: text, version: text, description: text });
    expect(initialized.instructions).toBe(text);
  });

  test('is suggested as it was written', async () => {
    const { definition: made } = await loadModule<{
      readonly definition: {
        readonly [section in 'prompts' | 'resourceTemplates']: readonly { completions: object }[];
      };
    }>(project.folder, 'generated/definition.ts');
    expect(made.prompts[0]?.completions).toEqual({ [hostileArgument]: hostileTexts });
    expect(made.resourceTemplates[0]?.completions).toEqual({ toString: 'handler', a: [...hostileTexts, text] });
  });

  test('is validated as data', async () => {
    const good = `{"__proto__":"__proto__","constructor":"constructor"}`;
    const bad = `{"__proto__":"something else"}`;
    const call = (id: number, input: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"constructor","arguments":${input}}}`;
    const { messages } = await talk(server, [call(1, good), call(2, bad)]);
    const texts = byId(messages).map(({ result }) => result.content[0].text as string);
    expect(texts[0]).toBe('Tool "constructor" is not implemented.');
    expect(texts[1]).toContain('constructor: is required');
    expect(texts[1]).toContain('__proto__');
  });
});
