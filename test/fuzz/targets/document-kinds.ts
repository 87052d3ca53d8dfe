import type { DocumentKind } from './documents.js';

const schemaWords = [
  ...'type properties required items $ref $defs allOf anyOf oneOf not if then const'.split(' '),
  ...'enum default pattern format minimum maxItems additionalProperties unevaluatedProperties'.split(' '),
  ...'patternProperties dependentRequired $dynamicRef $anchor $id $schema discriminator nullable'.split(' '),
  ...'#/components/schemas/ object array integer string true false null'.split(' '),
  '"#"',
  "'#/$defs/A'",
];
const yamlWords = [
  '*a',
  '&a',
  '<<: *a',
  '? ',
  '- ',
  ': ',
  '|\n',
  '>-\n',
  '!!binary ',
  '%YAML 1.1\n',
  '---\n',
  '# x\n',
  '{',
  '[',
  '  ',
];
const hostileWords = [
  '`${x}`',
  '*/',
  '//',
  '\\u2028',
  '</script>',
  '__proto__',
  'constructor',
  '\\',
  "'",
  '"',
  '${',
  '{{',
  '}}',
];

/** Words of schemas in JSON. */
const jsonWords = [...schemaWords.map((word) => `"${word}"`), ...hostileWords];

const server = 'server: { name: fuzz, version: 1.0.0 }\n';

const script = `PARAM city AS STRING LIKE "Rome" DESCRIPTION "The city"
PARAM days AS INTEGER OPTIONAL LIKE 3 DESCRIPTION "How many days"
DESCRIPTION "Tells the weather"

result = GET "https://example.com/weather?city=" + city
RETURN result
`;

const descriptor = JSON.stringify({
  name: 'weather',
  description: 'Tells the weather',
  parameters: [{ name: 'city', type: 'string', description: 'The city', required: true, example: 'Rome' }],
});

/** Saved answer of a server to `tools/list`. */
export const listing = JSON.stringify({
  tools: [
    {
      name: 'find',
      title: 'Find',
      description: 'Finds things.',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { query: { type: 'string', 'x-mcp-header': 'Query' }, kind: { enum: ['a', 'b'], default: 'a' } },
        required: ['query'],
        $defs: { A: { type: 'array', items: { $ref: '#/$defs/A' } } },
      },
      outputSchema: { type: 'object', properties: { found: { $ref: '#/$defs/B' } }, $defs: { B: { type: 'integer' } } },
      annotations: { readOnlyHint: true },
      icons: [{ src: 'data:image/png;base64,AA==' }],
      _meta: { 'example.com/key': [1] },
    },
    { name: 'plain', inputSchema: { type: 'object' } },
  ],
});

/** All kinds of definition files. */
export const documentKinds: readonly DocumentKind[] = [
  {
    name: 'definitions',
    file: 'fuzz.mcp.yaml',
    seedFiles: /\.mcp\.(?:yaml|json)$/u,
    words: [
      ...schemaWords,
      ...yamlWords,
      ...hostileWords,
      ...'tools: prompts: resources: resourceTemplates: $defs: inputSchema outputSchema elicitations'.split(' '),
      ...'messages arguments completions text file toolsets task timeoutMs x-mcp-header cache'.split(' '),
    ],
  },
  {
    name: 'openapi',
    file: 'fuzz.openapi.yaml',
    beside: { 'fuzz.mcp.yaml': server },
    seedFiles: /\.openapi\.(?:yaml|json)$|documents[\\/][^\\/]+\.(?:yaml|json)$/u,
    words: [
      ...schemaWords,
      ...yamlWords,
      ...hostileWords,
      ...'parameters style explode requestBody responses content'.split(' '),
      'in: query',
      'in: path',
      'in: header',
      ...'application/json multipart/form-data security securitySchemes servers'.split(' '),
      'swagger: "2.0"',
      'openapi: 3.1.0',
      ...'operationId deprecated {id} mapping propertyName'.split(' '),
      'readOnly: true',
      'writeOnly: true',
    ],
  },
  {
    name: 'listings',
    file: 'fuzz.tools.json',
    beside: { 'fuzz.mcp.yaml': server },
    seedFiles: /\.tools\.json$/u,
    seeds: [listing],
    words: [...jsonWords, '{}', '[]', ',', ':', '{"a":', '[[['],
  },
  {
    name: 'scripts',
    file: 'fuzz.bas',
    beside: { 'fuzz.mcp.yaml': server },
    seedFiles: /\.bas$/u,
    seeds: [script],
    words: [
      ...hostileWords,
      'PARAM ',
      ' AS ',
      ' LIKE ',
      'DESCRIPTION ',
      'OPTIONAL',
      'REM ',
      'ENUM [',
      '"a", "b"]',
      '\r\n',
      '_',
    ],
  },
  {
    name: 'botserver',
    file: 'fuzz.botserver.json',
    beside: { 'fuzz.mcp.yaml': server },
    seedFiles: /\.botserver\.json$/u,
    seeds: [descriptor],
    words: jsonWords,
  },
];
