/** The parts of a definition that stories change. */
export interface ShopParts {
  readonly tools?: string | undefined;
  readonly prompts?: string | undefined;
  readonly resources?: string | undefined;
}

/** A tool that finds books; the number of them is a parameter of the type that is asked for. */
export function findBooks(limit = 'integer', name = 'find_books'): string {
  return `
  ${name}:
    description: Finds books.
    inputSchema:
      type: object
      properties:
        query: { type: string, description: Words. }
        limit: { type: ${limit}, description: How many. }
      required: [query, limit]
    outputSchema: { type: object, properties: { titles: { type: array, items: { type: string } } }, required: [titles] }
`;
}

/** Another tool. */
export const countBooks = `
  count_books:
    description: Counts books.
    inputSchema: { type: object, properties: { query: { type: string, description: Words. } } }
`;

/** A prompt that a handler answers. */
export function recommend(more = '', name = 'recommend'): string {
  return `
  ${name}:
    description: Recommends books.
    arguments:
      subject: { description: What about., required: true }
${more}`;
}

/** A resource that a handler answers. */
export function catalogue(uri = 'shop://catalogue', name = 'catalogue'): string {
  return `
  ${uri}: { name: ${name}, mimeType: application/json }
`;
}

/** A definition. */
export function shop({ tools = findBooks(), prompts, resources }: ShopParts = {}): string {
  const section = (key: string, body: string | undefined) => (body === undefined ? '' : `${key}:${body}`);
  return `server: { name: shop, version: 1.0.0 }\n${section('tools', tools)}${section('prompts', prompts)}${section('resources', resources)}`;
}

/** Handlers as a user writes them: no two of them could have come from a generator. */
export const handlers = {
  findBooks: `import type { FindBooks } from '../../generated/handlers.ts';

// Mine: keep   this spacing.
export const findBooks: FindBooks = ({ query, limit }) => ({
  titles: [query].slice(0, limit),
});
`,
  recommend: `import type { RecommendPrompt } from '../../generated/handlers.ts';

export const recommendPrompt: RecommendPrompt = ({ subject }) => \`Read about \${subject}.\`;
`,
  catalogue: `import type { CatalogueResource } from '../../generated/handlers.ts';

export const catalogueResource: CatalogueResource = () => '[]';
`,
};
