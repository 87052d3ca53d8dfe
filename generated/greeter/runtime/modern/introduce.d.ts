import type { ResultBody } from '../results/result-body.js';
import { type ModernRevision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';
/**
 * Answers `server/discover`. The versions are those that can be claimed in `_meta`: modern ones.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
export declare function introduce({ definition, identity }: Service, revision: ModernRevision): ResultBody;
