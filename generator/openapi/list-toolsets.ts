import { toLegalKey } from './schema/legal-key.js';
import type { ApiOperation } from './api-operation.js';
import { listTags } from './list-tags.js';
import type { ToolExtension } from './read-extension.js';
import type { ToolOverride } from './tool-overrides.js';

/** What a definition says, else what the document says about its tools, else one toolset for each tag. */
export function listToolsets(
  operation: ApiOperation,
  override: ToolOverride,
  extension: ToolExtension,
): readonly string[] {
  if (override.toolsets !== undefined) return override.toolsets;
  return [...new Set((extension.toolsets ?? listTags(operation)).map(legalToolset))];
}

/** `all` stands for every toolset where a server is started. */
function legalToolset(name: string): string {
  return toLegalKey(name, (key) => key === 'all');
}
