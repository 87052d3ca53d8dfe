import { listingSource } from '../source/listing-source.js';
import { SourceError, type ProjectSource } from '../source/project-source.js';
import { openHttpPeer } from './http-peer.js';
import { listServer } from './list-server.js';
import { PeerError, RpcError } from './peer.js';
import { openStdioPeer } from './stdio-peer.js';

/** Milliseconds that all of it may take. */
const patience = 300_000;

/** Which server to ask. */
export interface ServerTarget {
  /** The command that starts it, or the address of its MCP endpoint. */
  readonly server: string;
  /** Headers for an address. */
  readonly headers: ReadonlyMap<string, string>;
  /** Absolute path that the command is started in. */
  readonly cwd: string;
}

/**
 * A project with a definition of what a running server lists.
 *
 * @throws {SourceError} when the server cannot be asked; the message says why
 */
export async function readServer({ server, headers, cwd }: ServerTarget, signal: AbortSignal): Promise<ProjectSource> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  try {
    const isAddress = /^https?:\/\//iu.test(server);
    const peer = isAddress ? openHttpPeer(server, headers, limit) : openStdioPeer(server, cwd, limit);
    const { name, ...listing } = await listServer(peer).finally(() => peer.close());
    return listingSource(listing, name);
  } catch (error) {
    if (error instanceof PeerError) throw new SourceError(error.message);
    if (error instanceof RpcError)
      throw new SourceError(`The server answers with error ${error.code}: ${error.message}`);
    throw error;
  }
}
