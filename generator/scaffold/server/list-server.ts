import { childOf, entryOf, itemsOf, stringAt, toJson, type SourceNode } from '../../source/source-node.js';
import type { Json, JsonObject } from '../../model/json.js';
import type { ServerListing } from '../source/listing-source.js';
import { PeerError, RpcError, type Peer } from './peer.js';

const modernRevision = '2026-07-28';
const legacyRevision = '2025-11-25';
const clientInfo = { name: 'create-mcp-from-schema', version: '1.0.0' };

/** Pages and items that a list may have. */
const maximalPages = 1000;
const maximalItems = 20_000;

/** Codes that only servers of modern revisions answer with. */
const modernErrors: ReadonlySet<number> = new Set([-32_022, -32_021, -32_020]);

/** A listing, and what the server calls itself. */
export interface NamedListing extends ServerListing {
  readonly name: string;
}

/**
 * Asks a server for all that it lists, as a client of either era: a modern one is recognised by its answer to
 * `server/discover`, any other is initialized.
 *
 * @throws {PeerError} when it cannot be understood, or lists without end
 * @throws {RpcError} when it refuses
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export async function listServer(peer: Peer): Promise<NamedListing> {
  const { hello, params } = await greet(peer);
  const capabilities = childOf(hello, 'capabilities');
  const listAll = async (capability: string, method: string, key: string): Promise<readonly SourceNode[]> =>
    entryOf(capabilities, capability) ? collectPages(peer, method, key, params) : [];
  const tools = await listAll('tools', 'tools/list', 'tools');
  const prompts = await listAll('prompts', 'prompts/list', 'prompts');
  const resources = await listAll('resources', 'resources/list', 'resources');
  const resourceTemplates = await listAll('resources', 'resources/templates/list', 'resourceTemplates');
  const info = childOf(childOf(hello, '_meta'), 'io.modelcontextprotocol/serverInfo') ?? childOf(hello, 'serverInfo');
  return {
    name: stringAt(info, 'name') ?? '',
    server: describeServer(hello, info, capabilities),
    tools,
    prompts,
    resources,
    resourceTemplates,
  };
}

interface Greeting {
  /** What the server says of itself. */
  readonly hello: SourceNode;
  /** Parameters that every request has from now on. */
  readonly params: object;
}

async function greet(peer: Peer): Promise<Greeting> {
  const discovered = discover(peer);
  const first = await Promise.race([discovered, waitFor(peer.probeMs)]);
  if (first) return first;
  // A server that was only slow to start may answer the probe yet.
  const late = discovered.then((greeting) => greeting ?? Promise.reject(new Error('not modern')));
  const initialized = initialize(peer);
  return Promise.any([late, initialized]).catch(() => initialized);
}

function waitFor(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => void setTimeout(() => resolve(undefined), milliseconds).unref());
}

/** `undefined`: the server is not a modern one. */
async function discover(peer: Peer): Promise<Greeting | undefined> {
  const params = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': modernRevision,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  try {
    return { hello: await peer.request('server/discover', params), params };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (!modernErrors.has(error.code)) return undefined;
    const supported = itemsOf(childOf(error.data, 'supported')).flatMap((item) =>
      item.kind === 'scalar' ? [item.value] : [],
    );
    throw new PeerError(`The server does not speak ${modernRevision}, but ${supported.join(', ')}: ${error.message}`);
  }
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization */
async function initialize(peer: Peer): Promise<Greeting> {
  const params = { protocolVersion: legacyRevision, capabilities: {}, clientInfo };
  const hello = await peer.request('initialize', params);
  peer.agree(stringAt(hello, 'protocolVersion') ?? legacyRevision);
  await peer.notify('notifications/initialized');
  return { hello, params: {} };
}

async function collectPages(peer: Peer, method: string, key: string, params: object): Promise<readonly SourceNode[]> {
  const items: SourceNode[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maximalPages; page++) {
    const result = await requestPage(peer, method, { ...params, ...(cursor !== undefined && { cursor }) });
    items.push(...itemsOf(childOf(result, key)));
    if (items.length > maximalItems) break;
    cursor = stringAt(result, 'nextCursor');
    if (cursor === undefined) return items;
    if (cursors.has(cursor)) throw new PeerError(`The pages of ${method} lead in a circle.`);
    cursors.add(cursor);
  }
  throw new PeerError(`${method} has more than ${maximalItems} items or ${maximalPages} pages.`);
}

/** A server with resources need not have templates. */
async function requestPage(peer: Peer, method: string, params: object): Promise<SourceNode | undefined> {
  try {
    return await peer.request(method, params);
  } catch (error) {
    if (error instanceof RpcError && error.code === -32_601) return undefined;
    throw error;
  }
}

/** The members of `server` in a definition. */
function describeServer(
  hello: SourceNode,
  info: SourceNode | undefined,
  capabilities: SourceNode | undefined,
): JsonObject {
  const texts = ['title', 'version', 'description', 'websiteUrl'].flatMap((key) => textMember(info, key));
  const icons = childOf(info, 'icons');
  const changing = ['tools', 'prompts', 'resources'].flatMap((section): readonly (readonly [string, Json])[] => {
    const flags = ['listChanged', ...(section === 'resources' ? ['subscribe'] : [])];
    const set = flags.filter((flag) => isTrue(childOf(childOf(capabilities, section), flag)));
    return set.length > 0 ? [[section, new Map(set.map((flag) => [flag, true]))]] : [];
  });
  return new Map<string, Json>([
    ...texts,
    ...(icons?.kind === 'sequence' ? [['icons', toJson(icons)] as const] : []),
    ...textMember(hello, 'instructions'),
    ...(changing.length > 0 ? [['capabilities', new Map(changing)] as const] : []),
  ]);
}

function textMember(node: SourceNode | undefined, key: string): readonly (readonly [string, Json])[] {
  const text = stringAt(node, key);
  return text === undefined || text === '' ? [] : [[key, text]];
}

function isTrue(node: SourceNode | undefined): boolean {
  return node?.kind === 'scalar' && node.value === true;
}
