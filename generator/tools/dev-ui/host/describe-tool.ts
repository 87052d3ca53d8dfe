import { describeImplementation, printPlain } from '../../../outputs/inspect/describe-implementation.js';
import { adaptModel } from '../../../pipeline/profiles/adapt-model.js';
import { findProfiles } from '../../../pipeline/profiles/client-profiles.js';
import { openAccess } from '../../../pipeline/read/load-definitions.js';
import { readDefinitions } from '../../../pipeline/read/read-definitions.js';
import { readManifest } from '../../../pipeline/write/manifest.js';
import type { ImplementationReport } from './implementation-report.js';
import type { SaveFolders } from './save/save-call.js';

/** Describes how a tool is implemented, by its current definition. Returns `undefined` for a tool that is not defined. */
export async function describeTool(
  { root, definitions: folder, out, allowOutside, allowRemote }: SaveFolders,
  name: string,
): Promise<ImplementationReport | undefined> {
  const manifest = await readManifest(root, out);
  const access = await openAccess(allowOutside, allowRemote);
  const profiles = findProfiles(manifest?.profiles ?? []);
  const names = manifest?.names ?? new Map<string, string>();
  const { resolved } = await readDefinitions(root, folder, names, { access, lookup: { out } }, profiles);
  const model = adaptModel(resolved.model, profiles);
  const tool = model.tools.find((each) => each.name === name);
  if (!tool) return undefined;
  const { summary, code = [] } = describeImplementation(tool, model);
  return { summary: printPlain(summary), code };
}
