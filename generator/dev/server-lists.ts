import { isRecord, type JsonMessage, type JsonRecord } from './json-message.js';

/** A list that clients are told of when it changes; `resources` stands for the templates as well. */
export type ListName = 'tools' | 'prompts' | 'resources';

/** What a server offers, each list as text. */
export type ServerLists = { readonly [list in ListName]: string };

/** Asks a server; `undefined` when it is gone. */
export type Ask = (method: string, params: JsonRecord) => Promise<JsonMessage | undefined>;

/** All lists, in the order in which they are told. */
export const listNames: readonly ListName[] = ['tools', 'prompts', 'resources'];

/**
 * Asks a server for all that it offers, in the newest revision: what differs in an older one differs there as well.
 *
 * @returns `undefined` when it ends before it has answered.
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

/** The lists that are not the same. */
export function compareLists(earlier: ServerLists, later: ServerLists): readonly ListName[] {
  return listNames.filter((name) => earlier[name] !== later[name]);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta */
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function readList(ask: Ask, method: string, member: string): Promise<string | undefined> {
  const entries: unknown[] = [];
  let cursor: unknown;
  do {
    const answer = await ask(method, { _meta: meta, ...(cursor === undefined ? {} : { cursor }) });
    if (answer === undefined) return undefined;
    const result = isRecord(answer.result) ? answer.result : {};
    entries.push(result[member]);
    cursor = result['nextCursor'];
  } while (cursor !== undefined);
  return JSON.stringify(entries);
}
