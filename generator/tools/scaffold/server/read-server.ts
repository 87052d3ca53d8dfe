import { childOf, entryOf, itemsOf, stringAt, toJson, type SourceNode } from '../../../core/source/source-node.js';
import { isWebUrl } from '../../../core/source/wire-values.js';
import { keepValid } from '../../../front-ends/listing/valid-fields.js';
import type { Json, JsonObject } from '../../../core/model/json.js';
import { PeerError } from '../../../../runtime/wire/peer/peer.js';
import { startTimeLimit } from '../../links/time-limit.js';
import { listingSource, type ServerListing } from '../source/listing-source.js';
import { SourceError, type ProjectSource } from '../source/project-source.js';
import { clientCapabilities, openServer, type OpenServer, type ServerTarget } from './open-server.js';

/** Timeout of reading a server in milliseconds. */
const defaultTimeoutMs = 300_000;

const modernProtocolVersion = '2026-07-28';
const legacyProtocolVersion = '2025-11-25';
/** Identity in requests to servers. */
export const clientInfo = { name: 'create-mcp-from-schema', version: '1.0.0' };

/** Maximum number of pages of a list. */
const maxPages = 1000;
const maxItems = 20_000;

/** Error codes that only modern servers use. */
const modernErrors: ReadonlySet<number> = new Set([-32_022, -32_021, -32_020]);

/**
 * Reads the lists of a running server as the source of a project.
 *
 * @param timeoutMs Timeout in milliseconds.
 * @throws {SourceError} if the lists cannot be read; the message explains why
 */
export async function readServer(
  target: ServerTarget,
  outer: AbortSignal,
  timeoutMs = defaultTimeoutMs,
): Promise<ProjectSource> {
  const limit = startTimeLimit(timeoutMs, outer);
  try {
    const peer = openServer(target, limit.signal);
    const { name, listing } = await listServer(peer).finally(() => peer.close());
    return listingSource(listing, name);
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    const { code, message } = error;
    const reason = code === undefined ? message : `The server responded with error ${code}: ${message}`;
    if (!limit.isOver()) throw new SourceError(reason);
    throw new SourceError(`Listing ${target.server} took more than ${timeoutMs / 1000} s. ${reason}`);
  } finally {
    limit.stop();
  }
}

/**
 * Lists a server as a client of either era. A server that responds to `server/discover` is modern; any other server is
 * initialized.
 *
 * @see
 *   https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
async function listServer(peer: OpenServer): Promise<{ readonly name: string; readonly listing: ServerListing }> {
  const { hello, params } = await greet(peer);
  const capabilities = childOf(hello, 'capabilities');
  const listAll = async (capability: string, method: string, key: string): Promise<readonly SourceNode[]> =>
    entryOf(capabilities, capability) ? collectPages(peer, method, key, params) : [];
  const tools = await listAll('tools', 'tools/list', 'tools');
  const prompts = await listAll('prompts', 'prompts/list', 'prompts');
  const resources = await listAll('resources', 'resources/list', 'resources');
  const resourceTemplates = await listAll('resources', 'resources/templates/list', 'resourceTemplates');
  const info = childOf(childOf(hello, '_meta'), 'io.modelcontextprotocol/serverInfo') ?? childOf(hello, 'serverInfo');
  const server = describeServer(hello, info, capabilities);
  return {
    name: stringAt(info, 'name') ?? '',
    listing: { server, tools, prompts, resources, resourceTemplates },
  };
}

interface Greeting {
  /** Result of `server/discover` or `initialize`. */
  readonly hello: SourceNode;
  /** Parameters of every later request. */
  readonly params: object;
}

async function greet(peer: OpenServer): Promise<Greeting> {
  const discovered = discover(peer);
  const first = await Promise.race([discovered, waitFor(peer.probeMs)]);
  if (first) return first;
  // A modern server that starts slowly may still respond.
  const late = discovered.then((greeting) => greeting ?? Promise.reject(new Error('not modern')));
  const initialized = initialize(peer);
  return Promise.any([late, initialized]).catch(() => initialized);
}

/** Resolves after a delay that does not keep the process alive. */
export function waitFor(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => void setTimeout(() => resolve(undefined), milliseconds).unref());
}

/** Sends `server/discover`; returns `undefined` if the server is not modern. */
async function discover(peer: OpenServer): Promise<Greeting | undefined> {
  const params = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': modernProtocolVersion,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
    },
  };
  try {
    return { hello: await peer.request('server/discover', params), params };
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    const { code, status, data, message } = error;
    if (code === undefined && (status === undefined || error.isOfHttp)) throw error;
    if (code === undefined || !modernErrors.has(code)) return undefined;
    const supported = itemsOf(childOf(data as SourceNode | undefined, 'supported')).flatMap((item) =>
      item.kind === 'scalar' ? [item.value] : [],
    );
    throw new PeerError(
      `The server does not support ${modernProtocolVersion}, only ${supported.join(', ')}: ${message}`,
    );
  }
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization */
async function initialize(peer: OpenServer): Promise<Greeting> {
  const params = { protocolVersion: legacyProtocolVersion, capabilities: clientCapabilities, clientInfo };
  const hello = await peer.request('initialize', params);
  peer.notify('notifications/initialized');
  return { hello, params: {} };
}

/**
 * Collects the items of a list.
 *
 * @throws {PeerError} for a list that is too long or never ends, and for errors of the server
 */
export async function collectPages(
  peer: OpenServer,
  method: string,
  key: string,
  params: object,
): Promise<readonly SourceNode[]> {
  const items: SourceNode[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const result = await requestPage(peer, method, { ...params, ...(cursor !== undefined && { cursor }) });
    items.push(...itemsOf(childOf(result, key)));
    if (items.length > maxItems) break;
    cursor = stringAt(result, 'nextCursor');
    if (cursor === undefined) return items;
    if (cursors.has(cursor))
      throw new PeerError(`${method} returned the same cursor twice, so pagination would never end.`);
    cursors.add(cursor);
  }
  throw new PeerError(`${method} returned more than ${maxItems} items or ${maxPages} pages.`);
}

/**
 * Requests one page; `undefined` if the server does not support the method, because servers with resources may have no
 * templates.
 */
async function requestPage(peer: OpenServer, method: string, params: object): Promise<SourceNode | undefined> {
  try {
    return await peer.request(method, params);
  } catch (error) {
    if (error instanceof PeerError && error.code === -32_601) return undefined;
    throw error;
  }
}

/** Describes the members of `server` in the definition. */
function describeServer(
  hello: SourceNode,
  info: SourceNode | undefined,
  capabilities: SourceNode | undefined,
): JsonObject {
  const texts = ['title', 'version', 'description', 'websiteUrl'].flatMap((key) => textMember(info, key));
  const website = stringAt(info, 'websiteUrl');
  const listed = entryOf(info, 'icons');
  const icons = listed && keepValid(listed, []);
  const changing = ['tools', 'prompts', 'resources'].flatMap((section): readonly (readonly [string, Json])[] => {
    const flags = ['listChanged', ...(section === 'resources' ? ['subscribe'] : [])];
    const set = flags.filter((flag) => isTrue(childOf(childOf(capabilities, section), flag)));
    return set.length > 0 ? [[section, new Map(set.map((flag) => [flag, true]))]] : [];
  });
  return new Map<string, Json>([
    ...texts.filter(([key]) => key !== 'websiteUrl' || isWebUrl(website ?? '')),
    ...(icons ?? []).map(({ key, value }) => [key, toJson(value)] as const),
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
