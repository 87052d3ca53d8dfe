import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUriTemplate } from '../../generator/core/uri/parse-uri-template.js';
import { makeDefinition, makeHandlers } from '../wire/fixture-server.js';
import { request, talk } from '../wire/wire.js';
import { matchUri } from './match-uri.js';

const join = (most: number, ...pieces: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: most }).map((some) => `x:${some.join('')}`);

const templates = fc.uniqueArray(join(4, 'a', 'b', '/', 'ü', '~', '{v}', '{+w}', '{/p}', '{?q}'), { maxLength: 8 });
const uris = fc.array(join(6, 'a', 'b', '/', 'ü', '%C3%BC', '%c3%bc', '~', '1', '?q=2'), { maxLength: 8 });

test('a URI is read by the first template whose pattern matches it', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(templates, uris, async (texts, wanted) => {
      const resourceTemplates = texts.flatMap((uriTemplate) => {
        const parsed = parseUriTemplate(uriTemplate);
        if (!parsed.ok) return [];
        const { pattern, ...variables } = parsed.matcher;
        return [{ uriTemplate, fields: {}, matcher: { ...variables, pattern: new RegExp(pattern, 'u') } }];
      });
      const definition = makeDefinition({ resourceTemplates });
      const names = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
      const handlers = makeHandlers({ resourceTemplates: Object.fromEntries(names.map((name) => [name, () => name])) });
      const requests = wanted.map((uri, id) => request(id, 'resources/read', { uri }));
      const answers = await talk({ definition, handlers }, requests);
      const read = new Map(answers.map(({ id, result }) => [id, result?.contents[0].text]));
      for (const [id, uri] of wanted.entries()) {
        const first = names.find((name) => {
          const parsed = parseUriTemplate(name);
          return parsed.ok && matchUri(parsed.matcher, uri) !== undefined;
        });
        if (first !== undefined) found += 1;
        expect(read.get(id), uri).toBe(first);
      }
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(50);
});
