import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { readApi } from './read-api.js';

/** Schemas in which each level refers to the next one ten times: written out, 100 levels have 10^100 parts. */
const forms: { readonly [name: string]: (next: object) => object } = {
  allOf: (next) => ({ allOf: repeat(next) }),
  anyOf: (next) => ({ anyOf: repeat(next) }),
  oneOf: (next) => ({ oneOf: repeat(next) }),
  'allOf in anyOf': (next) => ({ anyOf: repeat({ allOf: [next, { properties: { own: next } }] }) }),
  properties: (next) => ({ type: 'object', properties: { ...repeat(next) } }),
  items: (next) => ({ type: 'array', prefixItems: repeat(next), items: next }),
  $defs: (next) => ({ $defs: { ...repeat(next) }, anyOf: repeat(next) }),
};

function repeat(next: object): readonly object[] {
  return Array.from({ length: 10 }, () => next);
}

function documentOf(form: (next: object) => object, levels: number, leaf: object): object {
  const refer = (level: number) => ({ $ref: `#/components/schemas/S${level}` });
  const schemas = Array.from({ length: levels }, (_, level) => [`S${level}`, form(refer(level + 1))] as const);
  const content = { 'application/json': { schema: refer(0) } };
  const operation = {
    operationId: 'laugh',
    parameters: [{ name: 'filter', in: 'query', style: 'deepObject', schema: refer(0) }],
    requestBody: { required: true, content },
    responses: { 200: { description: 'Ha.', content } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Laughs', version: '1' },
    paths: { '/laughs': { post: operation } },
    components: { schemas: { ...Object.fromEntries(schemas), [`S${levels}`]: leaf } },
  };
}

describe.each(Object.entries(forms))('a billion laughs by %s', (_, form) => {
  test.each([
    ['objects', 100, { type: 'object', properties: { leaf: { type: 'string' } } }],
    ['anything', 30, { type: 'object' }],
    ['the first level again', 30, { anyOf: [{ $ref: '#/components/schemas/S0' }, { type: 'object' }] }],
  ])('are read in time, ending in %s', async (_title, levels, leaf) => {
    const { tools, diagnostics } = await readApi({ 'definitions/laughs.openapi.json': documentOf(form, levels, leaf) });
    expect(Object.keys(tools)).toEqual(['laugh']);
    expect(diagnostics).toEqual([]);
  });
});

test('a billion laughs become a server', async () => {
  const leaf = { type: 'object', properties: { leaf: { type: 'string' } } };
  const documents = Object.entries(forms).map(([name, form]) => {
    const text = JSON.stringify(documentOf(form, 13, leaf)).replace('"laugh"', `"${name.replaceAll(/\W/gu, '')}"`);
    return [`definitions/${name.replaceAll(/\W/gu, '')}.openapi.json`, text] as const;
  });
  const { report } = await createProject(Object.fromEntries(documents));
  expect(report.summary.tools).toBe(7);
});

/** Long chains: each schema refers to the next one. */
const chains: { readonly [name: string]: (next: string, level: number) => object } = {
  anchors: (_next, level) => ({ $anchor: `A${level}`, properties: { next: { $ref: `#A${level + 1}` } } }),
  'renamed properties': (next) => ({ type: 'object', properties: { 'the next': { $ref: next } } }),
};

test.each(Object.entries(chains))('a chain of %s needs no deep stack', async (_, link) => {
  const length = 4000;
  const schemas = Array.from({ length }, (_item, level) => [
    `S${level}`,
    link(`#/components/schemas/S${level + 1}`, level),
  ]);
  const last = { $anchor: `A${length}`, type: 'object' };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Chain', version: '1' },
    paths: { '/chain': { post: { operationId: 'laugh', requestBody: { content }, responses: {} } } },
    components: { schemas: { ...Object.fromEntries(schemas), [`S${length}`]: last } },
  };
  const { tools, diagnostics } = await readApi({ 'definitions/laughs.openapi.json': document });
  expect({ tools: Object.keys(tools), diagnostics }).toEqual({ tools: ['laugh'], diagnostics: [] });
});
