import type { RemoteReader } from './remote-reader.js';

/** What definitions may refer to beyond their own folder. */
export interface Access {
  /** Absolute paths of further folders. */
  readonly folders: readonly string[];
  /** Reads what lies on other machines. */
  readonly remote?: RemoteReader;
}

/** Nothing but the definitions folder. */
export const noAccess: Access = { folders: [] };
