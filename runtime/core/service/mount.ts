import type { HttpRequestInfo } from '../api/request-context.js';
import type { MessageText } from '../../wire/json-rpc.js';

/**
 * Paths next to the MCP endpoint that the server itself serves.
 *
 * @see docs/decisions/0058-paths-next-to-the-endpoint-are-mounts.md
 */
export interface Mount {
  /** Paths that user routes must not have. A mount without reserved paths yields to a route of the same path. */
  readonly paths: readonly string[];
  /** Last check that a request passes before it. */
  readonly after: MountGuard;
  /** Whether requests count toward the limit of running requests. Default: `false`. */
  readonly isCounted?: true;
  /** Whether it is served only without authentication. */
  readonly isForOpenServers?: boolean;
  /** Returns the function that serves a request; `undefined` if the request is not for the mount. */
  readonly find: (request: HttpRequestInfo, path: string) => (() => MountResponse | Promise<MountResponse>) | undefined;
}

/** Checks of a request, each including those before it: none, `Host`, `Origin`. */
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
