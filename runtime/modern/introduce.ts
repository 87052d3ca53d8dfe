import { describeCapabilities } from '../service/describe-server.js';
import { listCacheHints } from '../service/lists.js';
import type { ResultBody } from '../results/result-body.js';
import { modernRevisions, type ModernRevision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';
import { offersTasks, tasksExtension } from '../tasks/tasks-extension.js';

/**
 * Answers `server/discover`. The versions are those that can be claimed in `_meta`: modern ones.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
export function introduce({ definition, identity }: Service, revision: ModernRevision): ResultBody {
  const result = JSON.stringify({
    supportedVersions: modernRevisions,
    capabilities: {
      ...describeCapabilities(definition, revision),
      ...(offersTasks(definition) ? { extensions: tasksExtension } : {}),
    },
    instructions: identity.instructions || undefined,
  });
  return { members: result.slice(1, -1), cache: listCacheHints(definition) };
}
