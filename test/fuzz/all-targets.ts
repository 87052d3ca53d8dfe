import type { Target } from './engine/target.js';
import { documentKinds } from './targets/document-kinds.js';
import { documentsOf } from './targets/documents.js';
import { fetches } from './targets/fetches.js';
import { frames } from './targets/frames.js';
import { messages } from './targets/messages.js';
import { servers } from './targets/servers.js';
import { sockets } from './targets/sockets.js';
import { states } from './targets/states.js';
import { uris } from './targets/uris.js';

/** A target, whatever its inputs are: they go from its own methods to its own methods. */
type AnyTarget = Target<never>;

/** All targets. */
export const targets: readonly AnyTarget[] = [
  frames,
  messages,
  fetches,
  sockets,
  states,
  uris,
  servers,
  ...documentKinds.map(documentsOf),
] as readonly unknown[] as readonly AnyTarget[];
