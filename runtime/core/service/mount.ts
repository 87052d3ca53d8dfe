import type { HttpRequestInfo } from '../api/request-context.js';
import type { MessageText } from '../../wire/json-rpc.js';

/**
 * Paths next to the MCP endpoint that the server itself handles.
 *
 * @see docs/decisions/0058-paths-next-to-the-endpoint-are-mounts.md
 */
export interface Mount {
  /** Paths that user routes must not have. If a mount reserves no paths, a user route with the same path overrides it. */
  readonly paths: readonly string[];
  /** Last check before the mount serves a request. */
  readonly after: MountGuard;
  /** Whether requests count toward the limit on running requests. Default: `false`. */
  readonly isCounted?: true;
  /** Whether the mount exists only on servers without authentication. */
  readonly isForOpenServers?: boolean;
  /** Returns the function that serves a request; `undefined` if the request is not for the mount. */
  readonly find: (request: HttpRequestInfo, path: string) => (() => MountResponse | Promise<MountResponse>) | undefined;
}

/** Checks of a request, each including the previous ones: none, `Host`, `Origin`. */
export type MountGuard = 'nothing' | 'host' | 'origin';

/** Response of a mount. */
export interface MountResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body?: MessageText;
}

/** Server facts for a part that has mounts. */
export interface MountHost {
  readonly environment: { readonly [name: string]: string | undefined };
}
