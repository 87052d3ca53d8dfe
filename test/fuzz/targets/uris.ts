import fc from 'fast-check';
import { parseUriTemplate } from '../../../generator/core/uri/parse-uri-template.js';
import { matchUri } from '../../../runtime/core/calls/match-uri.js';
import { mutateText } from '../engine/mutate.js';
import type { Target } from '../engine/target.js';
import { Violation, withinBounds } from '../invariants.js';

/** A URI template, a URI, and a text that is put into the URI many times. */
interface Match {
  readonly template: string;
  readonly uri: string;
  readonly filling: string;
}

const words = [
  '{',
  '}',
  '{+',
  '{?',
  '{&',
  '{/',
  '{;',
  '{.',
  '{#',
  '*}',
  ':3}',
  ',',
  '%20',
  '%',
  '%C3',
  '://',
  'q=1&',
  'é',
  '😀',
  '-',
  '/',
];

/** Characters that a URI is filled up to. */
const length = 50_000;

const templates: readonly (readonly [template: string, uri: string])[] = [
  ['x://{a}', 'x://1'],
  ['x://{a}/{b}', 'x://1/2'],
  ['x://{+path}/{a}-{b}', 'x://1/2/3-4'],
  ['x://{/list*}{?q,r}', 'x:///1/2?q=1&r=2'],
  ['x://{a}{.b}{;c,d*}', 'x://1.2;c=3;d=4'],
  ['x://{a:3}{#f}', 'x://123#f'],
  ['x://h{?q*}{&r}', 'x://h?q=1&q=2&r=3'],
  ['x://é{a}ü{b}', 'x://%C3%A91%C3%BC2'],
];

/** URI templates that the generator compiles, and URIs that the server matches against them. */
export const uris: Target<Match> = {
  name: 'uris',
  batch: 500,
  seeds: () => templates.map(([template, uri]) => ({ template, uri, filling: 'q=1&' })),
  grammar: fc.record({
    template: fc
      .array(fc.constantFrom(...words, 'a', 'b', 'x'), { maxLength: 10 })
      .map((parts) => `x://${parts.join('')}`),
    uri: fc.array(fc.constantFrom(...words, 'a', 'b', 'x'), { maxLength: 10 }).map((parts) => `x://${parts.join('')}`),
    filling: fc.constantFrom(...words),
  }),
  mutate: ({ template, uri, filling }, other, random) => {
    const kind = random.below(4);
    if (kind === 0) return { template: mutateText(template, other.template, words, random), uri, filling };
    if (kind === 1) return { template, uri: mutateText(uri, other.uri, words, random), filling };
    return kind === 2 ? { template, uri, filling: random.pick(words) } : { template, uri: other.uri, filling };
  },
  run: async ({ template, uri, filling }) => {
    if (template.length > 500) return 0;
    await withinBounds(template.length + uri.length, async () => {
      const parsed = parseUriTemplate(template);
      if (!parsed.ok) {
        if (parsed.index > template.length)
          throw new Violation('diagnostics or files', `${template} at ${parsed.index}`);
        return;
      }
      const { pattern, path, query } = parsed.matcher;
      const matcher = { pattern: new RegExp(pattern, 'u'), path, query };
      matchUri(matcher, uri);
      if (filling === '') return;
      const middle = Math.floor(uri.length / 2);
      matchUri(matcher, uri.slice(0, middle) + filling.repeat(length / filling.length) + uri.slice(middle));
      matchUri(matcher, uri + filling.repeat(length / filling.length) + '\n');
    });
    return 1;
  },
};
