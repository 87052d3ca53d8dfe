import { expect, test } from 'vitest';
import { tokenEstimate } from '../../generator/outputs/inspect/estimate-tokens.js';
import { makeFolder } from '../kit/make-folder.js';
import { measureApi } from './measure-api.mjs';

const owner = {
  login: 'ann',
  id: 7,
  avatar_url: 'https://avatars.example.com/7',
  url: 'https://api.example.com/users/ann',
  html_url: 'https://example.com/ann',
  gists_url: 'https://api.example.com/users/ann/gists{/gist_id}',
};
const example = {
  id: 1,
  node_id: 'MDEwOlJlcG9zaXRvcnkx',
  name: 'hello',
  description: 'Says hello to the world, and to everybody who lives in it. '.repeat(10),
  homepage: null,
  owner,
  html_url: 'https://example.com/ann/hello',
  issues_url: 'https://api.example.com/repos/ann/hello/issues{/number}',
  topics: [],
  stars: 42,
  license: { key: 'mit', name: 'MIT License', url: 'https://api.example.com/licenses/mit' },
};
const schema = {
  type: 'array',
  items: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
};
const document = {
  openapi: '3.0.3',
  info: { title: 'Code', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/repos': {
      get: {
        operationId: 'repos/list',
        responses: { 200: { description: 'd', content: { 'application/json': { schema, example: [example] } } } },
      },
    },
  },
};

test('the example of a document, a hundred times, is less than a quarter of its tokens and answers its question', async () => {
  const question = 'Which repositories have how many stars, and whose are they?';
  const fields = ['name', 'stars', 'owner.login', 'license.name'];
  const cases = [{ operation: 'repos/list', items: 100, question, fields }];
  const [row] = await measureApi(makeFolder(), document, cases, tokenEstimate.count);
  expect(row).toMatchObject({ found: 4, needed: 4 });
  expect(row?.before).toBeGreaterThan(50_000);
  expect(row?.structuredTokens).toBeLessThan(10_200);
  expect(Number(row?.textTokens) + Number(row?.structuredTokens)).toBeLessThan(Number(row?.before) / 4);
  expect(row?.kept).toBeGreaterThan(30);
});
