import fc from 'fast-check';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';
import { applyDamage, damages } from './damage.js';

const thing = { $ref: '#/components/schemas/Thing' };
const json = { 'application/json': { schema: thing } };
const text = { type: 'string' };

/** A document with every part that reaches generated code. */
const sound = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  servers: [
    { url: 'https://{v}.example.com/{w}', variables: { v: { default: 'a', enum: ['a'] }, w: { default: 'b' } } },
  ],
  security: [{ key: [] }, { login: ['read'] }],
  tags: [{ name: 'a', description: 'd' }],
  paths: {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'read',
        summary: 'Reads.',
        tags: ['a'],
        parameters: [
          { name: 'tags', in: 'query', style: 'pipeDelimited', explode: false, schema: { type: 'array', items: text } },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { a: text } } },
          { name: 'X-Head', in: 'header', content: { 'application/json': { schema: thing } } },
          { name: 'crumb', in: 'cookie', schema: text, deprecated: true, allowReserved: true, example: 'x' },
          { name: 'page', in: 'query', schema: { type: 'integer', default: 1 }, examples: { a: { value: 2 } } },
          { name: 'per_page', in: 'query', schema: { type: 'integer', maximum: 100, default: 30 } },
        ],
        responses: {
          200: { description: 'd', content: { ...json, 'text/plain': { schema: text } } },
          404: { description: 'd', content: json },
        },
      },
      put: {
        operationId: 'save',
        security: [{ basic: [] }, { flow: ['write'] }],
        servers: [{ url: '/v2' }],
        requestBody: { required: true, content: json },
        responses: { 204: { description: 'd' } },
      },
      post: {
        operationId: 'upload',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { ...text, format: 'binary' }, note: text, all: { type: 'array', items: text } },
              },
              encoding: { note: { contentType: 'text/plain', style: 'form', explode: true }, file: { headers: {} } },
            },
            'application/x-www-form-urlencoded': { schema: thing },
          },
        },
        responses: { default: { description: 'd', content: { 'text/plain': { schema: text } } } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      flow: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { write: 'w' } } },
      },
    },
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          '@id': { type: 'integer', minimum: 1, readOnly: true },
          next: thing,
          kind: { enum: ['a', 'b'] },
          either: {
            oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
            discriminator: { propertyName: 'type', mapping: { cat: 'Cat' } },
          },
        },
        required: ['@id'],
        allOf: [{ type: 'object', additionalProperties: { type: 'string', default: 'x' } }],
      },
      Cat: { type: 'object', required: ['type'], properties: { type: text, lives: { const: 9 } } },
      Dog: { type: 'object', required: ['type'], properties: { type: text, list: { type: 'array', items: [text] } } },
    },
  },
};

/** Settings that a definition may have for the API; each document is read with one of them. */
const settings = [
  {},
  { mode: 'discover', validate: 'lenient', toolsets: { some: ['tag:a & method:get', 'scope:read'] } },
  { mode: 'code', code: { allow: ['all'] }, validate: 'strict' },
  { strict: true, tools: { read: { output: { pick: ['next.kind', '__proto__', 'either.list', 'constructor'] } } } },
  { output: { maxTokens: 500 }, implement: true, tools: { read: { output: { maxTokens: false, pick: ['kind'] } } } },
];

const values = [null, [], {}, '', 'x', '*/', 1, -0.5, true, [null], [[]], { x: null }, thing, text, '__proto__'];

const count = Number(process.env['DAMAGED_DOCUMENTS'] ?? 5);

test('a server of a damaged document compiles, or is refused', { timeout: 60_000 + count * 2000 }, async () => {
  const folder = makeFolder();
  linkPackages(folder);
  const samples = fc.sample(damages(values, 6), count);
  // The one that was found first.
  samples.push([]);
  let compiled = 0;
  for (const [index, list] of samples.entries()) {
    const document = structuredClone(sound);
    if (list.length === 0) Object.assign(document, { security: [{ flow: null }] });
    for (const one of list) applyDamage(document, one);
    const root = path.join(folder, `server-${index}`);
    const api = { document: './things.json', ...settings[index % settings.length] };
    putFiles(root, {
      'definitions/things.json': JSON.stringify(document),
      'definitions/s.mcp.json': JSON.stringify({ server: { name: 's', version: '1.0.0' }, openapi: { things: api } }),
    });
    writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
    const options = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
    const report = await runGenerator({ root, ...options, check: false, force: false, strict: false });
    const printed = formatDiagnostics(report.diagnostics, report.sources, { color: false });
    if (!report.ok) expect(printed).toMatch(/(?:^| )error (?:no-tools|no-definitions|invalid-|unknown-field)/mu);
    if (existsSync(path.join(root, 'generated/definition.ts'))) compiled += 1;
  }
  expect(compiled).toBeGreaterThan(count / 2);
  const problems = await typeCheck(folder, ['server-*/generated', 'server-*/handlers']);
  const [, index = ''] = /^server-(\d+)/mu.exec(problems) ?? [];
  expect(problems, JSON.stringify(samples[Number(index)])).toBe('');
});
