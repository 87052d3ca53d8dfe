import { childOf, entryOf, stringAt, stringifyNode, type SourceNode } from '../../core/source/source-node.js';
import type { ListedEntries } from '../../../runtime/wire/contract.js';
import { PeerError } from '../../../runtime/wire/peer/peer.js';
import {
  isModernVersion,
  legacyProtocolVersions,
  modernProtocolVersions,
  type ProtocolVersion,
} from '../../../runtime/wire/protocol-versions.js';
import { clientCapabilities, openServer, type OpenServer, type ServerTarget } from '../scaffold/server/open-server.js';
import { clientInfo, collectPages, waitFor } from '../scaffold/server/read-server.js';

/** What a running server lists in a protocol version. */
export interface ServerListing {
  readonly protocolVersion: ProtocolVersion;
  readonly name: string;
  readonly version: string;
  /** Absent for a server without instructions. */
  readonly instructions?: string;
  readonly lists: Required<ListedEntries>;
}

/**
 * Lists a running server in each protocol version that it supports, oldest first, on a connection of its own.
 *
 * @throws {PeerError} if the server cannot be listed in any version; the error of the latest legacy version
 */
export async function listServer(target: ServerTarget, signal: AbortSignal): Promise<readonly ServerListing[]> {
  const listings: ServerListing[] = [];
  let failure: unknown = new PeerError('The server supports no protocol version that this program supports.');
  for (const protocolVersion of [...legacyProtocolVersions, ...modernProtocolVersions]) {
    try {
      const listing = await listVersion(target, protocolVersion, signal);
      if (listing) listings.push(listing);
    } catch (error) {
      if (!(error instanceof PeerError) || signal.aborted) throw error;
      if (!isModernVersion(protocolVersion)) failure = error;
    }
  }
  if (listings.length === 0) throw failure;
  return listings;
}

/** Lists a server; `undefined` if it negotiates another protocol version. */
async function listVersion(
  target: ServerTarget,
  protocolVersion: ProtocolVersion,
  signal: AbortSignal,
): Promise<ServerListing | undefined> {
  const peer = openServer(target, signal);
  try {
    const params = paramsOf(protocolVersion);
    const hello = await greet(peer, protocolVersion, params);
    if (!hello) return undefined;
    const capabilities = childOf(hello, 'capabilities');
    const listAll = async (capability: string, method: string, key: string): Promise<readonly unknown[]> =>
      entryOf(capabilities, capability) ? (await collectPages(peer, method, key, params)).map(toValue) : [];
    const info = childOf(childOf(hello, '_meta'), 'io.modelcontextprotocol/serverInfo') ?? childOf(hello, 'serverInfo');
    const instructions = stringAt(hello, 'instructions');
    return {
      protocolVersion,
      name: stringAt(info, 'name') ?? '',
      version: stringAt(info, 'version') ?? '',
      ...(instructions !== undefined && instructions !== '' && { instructions }),
      lists: {
        tools: await listAll('tools', 'tools/list', 'tools'),
        prompts: await listAll('prompts', 'prompts/list', 'prompts'),
        resources: await listAll('resources', 'resources/list', 'resources'),
        resourceTemplates: await listAll('resources', 'resources/templates/list', 'resourceTemplates'),
      },
    };
  } finally {
    await peer.close();
  }
}

function paramsOf(protocolVersion: ProtocolVersion): object {
  if (!isModernVersion(protocolVersion)) return {};
  return {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': protocolVersion,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
    },
  };
}

/** Returns the result of `server/discover` or `initialize`; `undefined` if another protocol version is negotiated. */
async function greet(
  peer: OpenServer,
  protocolVersion: ProtocolVersion,
  params: object,
): Promise<SourceNode | undefined> {
  if (isModernVersion(protocolVersion)) {
    // Legacy servers may ignore the request.
    return Promise.race([peer.request('server/discover', params), waitFor(peer.probeMs)]);
  }
  const capabilities = clientCapabilities;
  const hello = await peer.request('initialize', { protocolVersion, capabilities, clientInfo });
  if (stringAt(hello, 'protocolVersion') !== protocolVersion) return undefined;
  peer.notify('notifications/initialized');
  return hello;
}

function toValue(node: SourceNode): unknown {
  return JSON.parse(stringifyNode(node));
}
