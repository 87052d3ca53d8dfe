import { compareFields, type Accepted, type Comparison, type Difference } from './compare-fields.js';
import type { OpenServer } from './open-server.js';

/** A request that both servers get. */
export interface Call {
  readonly title: string;
  /** Default: `tools/call`. */
  readonly method?: string;
  readonly params: object;
  readonly accepted?: readonly Accepted[];
}

/** Result of comparing the answers to calls. */
export interface ComparedCalls {
  readonly calls: number;
  /** Calls whose answers differ as accepted. */
  readonly explained: number;
  readonly unexplained: readonly (Difference & { readonly call: string })[];
  readonly unneeded: readonly (Accepted & { readonly call: string })[];
}

/** A server under comparison. */
export interface Side {
  readonly server: OpenServer;
  /** Puts the server's own paths into the JSON text of the parameters of a call. */
  place?(text: string): string;
  /** Makes the JSON text of an answer comparable: replaces paths, times and ids, which no two servers share. */
  normalize?(text: string): string;
}

const lists = { tools: 'name', prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' } as const;

function unchanged(text: string): string {
  return text;
}

/** Everything that a server says about itself: the result of `initialize` and its lists, entries by name. */
export async function describeServer({ greeting, request }: OpenServer): Promise<{ [part: string]: unknown }> {
  const description: { [part: string]: unknown } = { initialize: greeting };
  for (const [list, key] of Object.entries(lists)) {
    const method = list === 'resourceTemplates' ? 'resources/templates/list' : `${list}/list`;
    const { result } = await request(method);
    const entries = (result as { [list: string]: { [field: string]: unknown }[] } | undefined)?.[list];
    if (entries === undefined) continue;
    description[list] = {
      order: entries.map((entry) => entry[key]),
      ...Object.fromEntries(entries.map((entry) => [entry[key], entry])),
    };
  }
  return description;
}

/** Compares everything that two servers say about themselves. */
export async function compareLists(
  original: OpenServer,
  ours: OpenServer,
  accepted: readonly Accepted[],
): Promise<Comparison> {
  return compareFields(await describeServer(original), await describeServer(ours), accepted);
}

/** Sends the same requests to two servers, one after the other, and compares everything that comes back. */
export async function compareCalls(original: Side, ours: Side, calls: readonly Call[]): Promise<ComparedCalls> {
  let explained = 0;
  const unexplained: (Difference & { call: string })[] = [];
  const unneeded: (Accepted & { call: string })[] = [];
  for (const { title, method = 'tools/call', params, accepted = [] } of calls) {
    const [left, right] = await Promise.all(
      [original, ours].map(async ({ server, place = unchanged, normalize = unchanged }) => {
        const outcome = await server.request(method, JSON.parse(place(JSON.stringify(params))) as object);
        return JSON.parse(normalize(JSON.stringify(outcome))) as unknown;
      }),
    );
    const comparison = compareFields(left, right, accepted);
    if (comparison.explained > 0) explained += 1;
    unexplained.push(...comparison.unexplained.map((difference) => ({ call: title, ...difference })));
    unneeded.push(...comparison.unneeded.map((row) => ({ call: title, ...row })));
  }
  return { calls: calls.length, explained, unexplained, unneeded };
}
