import { expect, test } from 'vitest';
import { trimText } from '../../generator/core/schema/trim-text.js';

const texts: readonly (readonly [text: string, trimmed: string])[] = [
  ['Uses [the *GraphQL* API](https://example.com/graphql "GraphQL").', 'Uses the *GraphQL* API.'],
  ['Like [`GET /a`](/rest/a#get(x)) and ![a picture](./a.png).', 'Like `GET /a` and a picture.'],
  ['Items a[0](1.5) and [x](y) stay, `[so](/does)` this.', 'Items a[0](1.5) and [x](y) stay, `[so](/does)` this.'],
  ['```\n<p>[code](/x)</p>\n```', '```\n<p>[code](/x)</p>\n```'],
  ['<p>One.<!-- a note --></p>\n\n\n<p>See <a href="/x">two</a>: <code>a<br/></code></p>', 'One.\n\nSee two: `a\n`'],
  ['`PUT /users/<id>/<code>` where <b> is 1 < 2 > 0', '`PUT /users/<id>/<code>` where <b> is 1 < 2 > 0'],
  ['Pages. For more information, see "[Pages](https://example.com/pages)." Up to 100.', 'Pages. Up to 100.'],
  ['Pages.\n\nLearn more about pages in [the guide](/a), [the FAQ](/b) and [here](/c)', 'Pages.'],
  ['Ends. See [Trials](https://example.com/trials) to learn more.', 'Ends.'],
  [
    'See [addUser](#addUser) first. For more information, see [a](/b), then go on.',
    'See addUser first. For more information, see a, then go on.',
  ],
  ['Limits.\nFor more information, see "[Rates](/a)"\nand "[Best practices](/b)."\n\nOn.', 'Limits.\n\nOn.'],
  ['For more information, see [the guide](/guide).', 'For more information, see the guide.'],
  ['Two  \r\nlines\t\r\n\r\n\r\nand one. ', 'Two\nlines\n\nand one.'],
  [
    'https://example.com and <https://example.com/a> are [1] not links',
    'https://example.com and <https://example.com/a> are [1] not links',
  ],
];

test.each(texts)('%j is advertised as %j', (text, trimmed) => {
  expect(trimText(text)).toBe(trimmed);
});

test('a text that never ends takes no time', () => {
  const starts = ['[', '[`', '<a ', '<!--', '`', '[a](', '![x](h:(', '. See more ', '[x](/y) and ', '<p>', '\n', ' \n'];
  const before = process.cpuUsage();
  for (const start of starts) expect(trimText(start.repeat(20_000)).length).toBeGreaterThanOrEqual(0);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5000);
});
