import { describe, test } from 'vitest';
import { catalogue, countBooks, findBooks, handlers, recommend, shop } from './shop.js';
import { tell, type Story } from './story.js';

const definition = 'definitions/shop.mcp.yaml';
const tool = 'handlers/tools/find-books.ts';
const prompt = 'handlers/prompts/recommend.ts';
const resource = 'handlers/resources/catalogue.ts';

const allParts = { tools: findBooks(), prompts: recommend(), resources: catalogue() };
const start = { [definition]: shop(allParts) };
const implemented = { [tool]: handlers.findBooks, [prompt]: handlers.recommend, [resource]: handlers.catalogue };

const tools: readonly Story[] = [
  {
    title: 'a tool that is added brings one stub and its wiring',
    start: { ...start, ...implemented },
    edit: { [definition]: shop({ ...allParts, tools: findBooks() + countBooks }) },
    prints: ['To implement:', 'handlers/tools/count-books.ts (new)'],
    keepsQuietOf: [tool],
    creates: ['handlers/tools/count-books.ts'],
    holds: { 'handlers.ts': /count_books: countBooks,/u, 'types.ts': /CountBooksInput/u },
  },
  {
    title: 'a tool that is renamed gets a stub of its own, and the old handler stays',
    start: { ...start, ...implemented },
    edit: { [definition]: shop({ ...allParts, tools: findBooks('integer', 'search_books') }) },
    prints: [
      'To implement:',
      'handlers/tools/search-books.ts (new)',
      'It seems that find_books is now search_books. To keep the handler, move it, and rename its function and types:',
      `mv ${tool} handlers/tools/search-books.ts`,
    ],
    creates: ['handlers/tools/search-books.ts'],
    holds: { 'handlers.ts': /^(?![\s\S]*findBooks)[\s\S]*search_books: searchBooks,/u },
  },
  {
    title: 'a tool that is removed is unwired, and its handler stays',
    start: { [definition]: shop({ ...allParts, tools: findBooks() + countBooks }), ...implemented },
    edit: { [definition]: shop({ ...allParts, tools: countBooks }) },
    prints: ['No longer defined; delete what you do not need:', tool],
    holds: { 'handlers.ts': /^(?![\s\S]*find)/iu, 'types.ts': /^(?![\s\S]*FindBooks)/u },
  },
  {
    title: 'the handler of a tool that comes back is wired again as it was',
    start: { [definition]: shop({ ...allParts, tools: countBooks }), ...implemented },
    edit: { [definition]: shop(allParts) },
    prints: ['No longer defined; delete what you do not need:', 'handlers/tools/count-books.ts'],
    keepsQuietOf: [`${tool} (new)`],
    holds: { 'handlers.ts': /find_books: findBooks,/u },
  },
  {
    title: 'a tool that gets another description changes no handler and no type',
    start: { ...start, ...implemented },
    edit: { [definition]: (text) => text.replace('Finds books.', 'Finds "books" */ `now`.') },
    prints: ['Generated 1 tool, 1 prompt, 1 resource: 4 files written, 10 unchanged.'],
  },
];

const prompts: readonly Story[] = [
  {
    title: 'a prompt with another argument leaves its handler, and changes its type',
    start: { ...start, ...implemented },
    edit: {
      [definition]: shop({
        ...allParts,
        prompts: recommend('      count: { description: How many., required: true }\n'),
      }),
    },
    prints: [],
    holds: { 'types.ts': /count: string/u },
  },
  {
    title: 'a prompt that gets messages needs its handler no more',
    start: { ...start, ...implemented },
    edit: {
      [definition]: shop({
        ...allParts,
        prompts: recommend("    messages: [{ role: user, content: { type: text, text: '{{subject}}' } }]\n"),
      }),
    },
    prints: ['No longer defined; delete what you do not need:', prompt],
    holds: { 'handlers.ts': /^(?![\s\S]*recommend)/iu },
  },
];

const resources: readonly Story[] = [
  {
    title: 'a resource that gets another URI keeps its handler',
    start: { ...start, ...implemented },
    edit: { [definition]: shop({ ...allParts, resources: catalogue('shop://all-books') }) },
    prints: ['Generated 1 tool, 1 prompt, 1 resource: 6 files written, 8 unchanged.'],
    holds: { 'handlers.ts': /'shop:\/\/all-books': catalogueResource/u },
  },
];

const moves: readonly Story[] = [
  {
    title: 'definitions that move to another file change nothing but the manifest',
    start: { ...start, ...implemented },
    edit: {
      [definition]: shop({ tools: findBooks() }),
      'definitions/texts/more.mcp.yaml': `prompts:${recommend()}resources:${catalogue()}`,
    },
    prints: ['Generated 1 tool, 1 prompt, 1 resource: 1 file written, 13 unchanged.'],
    keepsQuietOf: ['No longer defined'],
  },
  {
    title: 'an orphan that the user deletes is spoken of no more',
    start: { ...start, ...implemented },
    edit: { [definition]: shop({ ...allParts, prompts: undefined }), [prompt]: null },
    prints: ['Generated 1 tool, 1 resource: 7 files written, 7 unchanged.'],
    keepsQuietOf: ['No longer defined'],
  },
  {
    title: 'a handler that the user deletes comes back as a stub',
    start: { ...start, ...implemented },
    edit: { [tool]: null },
    prints: ['To implement:', `${tool} (new)`],
    creates: [tool],
  },
];

describe('tools:', () => {
  for (const story of tools) test(story.title, () => tell(story));
});
describe('prompts:', () => {
  for (const story of prompts) test(story.title, () => tell(story));
});
describe('resources:', () => {
  for (const story of resources) test(story.title, () => tell(story));
});
describe('files:', () => {
  for (const story of moves) test(story.title, () => tell(story));
});
