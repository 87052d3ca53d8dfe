import type { HttpRequestInfo } from '../api/request-context.js';
import type { MessageText } from '../../wire/json-rpc.js';

/**
 * Paths next to the MCP endpoint that the server itself answers.
 *
 * @see docs/decisions/0058-paths-next-to-the-endpoint-are-mounts.md
 */
export interface Mount {
  /** Paths that no route of the user's may have. A mount without any gives way to a route of the same path. */
  readonly paths: readonly string[];
  /** The last check that a request passes before. */
  readonly after: MountGuard;
  /** Requests count for the limit of running requests. Default: no. */
  readonly isCounted?: true;
  /** Not served where callers have to say who they are. */
  readonly isForOpenServers?: boolean;
  /** Returns what answers a request; `undefined` for a request that is not for the mount. */
  readonly find: (request: HttpRequestInfo, path: string) => (() => MountResponse | Promise<MountResponse>) | undefined;
}

/** Checks of a request, each with those before it: none, `Host`, `Origin`. */
export type MountGuard = 'nothing' | 'host' | 'origin';

/** Response of a mount. */
export interface MountResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body?: MessageText;
}

/** Surroundings of a part that has mounts. */
export interface MountHost {
  readonly environment: { readonly [name: string]: string | undefined };
}
