import { fromPlainJson, jsonObjectOf, type JsonObject } from '../../core/model/json.js';

/** Parts of a code mode tool that do not depend on its name. */
export interface CodeToolParts {
  readonly title: string;
  readonly description: string;
  readonly annotations: JsonObject;
  readonly input: JsonObject;
}

/** Names in the descriptions of the two tools. */
interface CodeToolNames {
  /** Phrase for the functions, such as `the 12 operations of The Shelf`. */
  readonly about: string;
  readonly find: string;
  readonly run: string;
  /** Search words to suggest. */
  readonly groups?: string;
}

/** Describes the tool that searches functions for code. */
export function describeFind({ about, run, groups = '' }: CodeToolNames): CodeToolParts {
  return {
    title: 'Search functions for code',
    description:
      `Searches ${about} and returns typed signatures of the best matches, and the names of others. ` +
      `Search with a verb and a noun in words of the API, such as "close issue"; if no result fits, search again with other words. ` +
      `\`names\` returns full signatures. Without a query: the resources of the API; \`resource\` opens one. ` +
      `Then call the functions in code with \`${run}\`.${groups}`,
    annotations: jsonObjectOf({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    }),
    input: fromPlainJson({
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'What to do: a verb and a noun. Default: the resources, or the functions of `resource`.',
          maxLength: 500,
        },
        names: {
          type: 'array',
          items: { type: 'string', maxLength: 200 },
          maxItems: 10,
          description: 'Functions to describe in full, such as "shop.orders.list".',
        },
        resource: {
          type: 'string',
          description: 'Name of a resource to list, or to search.',
          maxLength: 200,
        },
        limit: {
          type: 'integer',
          description: 'Maximum number of functions to return with a signature. Default: the best one to three.',
          minimum: 1,
          maximum: 30,
        },
      },
      additionalProperties: false,
    }) as JsonObject,
  };
}

const example = `Example, with functions of another server:
\`\`\`
const { items } = await shop.orders.list({ status: 'open' });
const late = items.filter((order) => order.days > 14);
const buyers = await Promise.all(late.map(({ buyer }) => shop.buyers.get({ id: buyer })));
late.map(({ id, days }, index) => ({ id, days, buyer: buyers[index].name }))
\`\`\``;

/**
 * Describes the tool that runs code.
 *
 * @param annotations Upper bound of the effects of the code.
 */
export function describeRun({ about, find }: CodeToolNames, annotations: JsonObject): CodeToolParts {
  return {
    title: 'Run code',
    description: `Runs JavaScript or TypeScript in a sandbox, with a function for each of ${about}. First get signatures with \`${find}\`; do not guess them. Then do the whole task in one script: loop, filter and combine in code, make calls in parallel with Promise.all, and return only what you need. You get the value of the last expression (or of a top-level \`return\`) and what console.log printed, at most about 10,000 tokens.

A function takes one object and returns a promise of its result; a call that fails throws. Await every call. Top-level await works. There are no imports, network, files, timers or packages. A script may make 200 calls and compute for 2 seconds.

${example}`,
    annotations,
    input: fromPlainJson({
      type: 'object',
      properties: { code: { type: 'string', description: 'The script.', maxLength: 65_536 } },
      required: ['code'],
      additionalProperties: false,
    }) as JsonObject,
  };
}
