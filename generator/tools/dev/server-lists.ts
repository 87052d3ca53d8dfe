import type { JsonObject } from '../../../runtime/wire/json.js';

/** List with a change notification; `resources` includes resource templates. */
export type ListName = 'tools' | 'prompts' | 'resources';

/** Lists of a server as JSON. */
export type ServerLists = { readonly [list in ListName]: string };

/** Sends a request to a server. Resolves with its result, or with `undefined` if the server has ended. */
type Ask = (method: string, params: JsonObject) => Promise<JsonObject | undefined>;

/** All lists in notification order. */
export const listNames: readonly ListName[] = ['tools', 'prompts', 'resources'];

/**
 * Reads the lists of a server in the latest legacy protocol version; servers whose lists differ in any other version
 * also differ in this version. A modern request would make the server reject legacy clients that do not send
 * `initialize`.
 *
 * @returns `undefined` if the server exits before it has responded
 */
export async function readServerLists(ask: Ask): Promise<ServerLists | undefined> {
  const [tools, prompts, resources, templates] = await Promise.all([
    readList(ask, 'tools/list', 'tools'),
    readList(ask, 'prompts/list', 'prompts'),
    readList(ask, 'resources/list', 'resources'),
    readList(ask, 'resources/templates/list', 'resourceTemplates'),
  ]);
  if (tools === undefined || prompts === undefined || resources === undefined || templates === undefined) {
    return undefined;
  }
  return { tools, prompts, resources: `${resources}\n${templates}` };
}

/** Returns the names of the lists that differ. */
export function compareLists(earlier: ServerLists, later: ServerLists): readonly ListName[] {
  return listNames.filter((name) => earlier[name] !== later[name]);
}

async function readList(ask: Ask, method: string, member: string): Promise<string | undefined> {
  const entries: unknown[] = [];
  let cursor: unknown;
  do {
    const result = await ask(method, cursor === undefined ? {} : { cursor });
    if (result === undefined) return undefined;
    entries.push(result[member]);
    cursor = result['nextCursor'];
  } while (cursor !== undefined);
  return JSON.stringify(entries);
}
