import { hasErrors } from '../diagnostics/create-diagnostic.js';
import { formatDiagnostics } from '../diagnostics/format-diagnostics.js';
import { tokenEstimate } from '../inspect/estimate-tokens.js';
import { formatInspection, sortInspection, type InspectionOrder } from '../inspect/format-inspection.js';
import { inspectModel } from '../inspect/inspect-model.js';
import type { Inspection } from '../inspect/inspection.js';
import { loadTokenizer } from '../load/load-tokenizer.js';
import { RemoteReader } from '../load/remote-reader.js';
import { clientProfiles, findProfiles } from '../profiles/client-profiles.js';
import { createFindingLocator } from '../read/locate-finding.js';
import { lowerModel } from '../profiles/lower-model.js';
import { readDefinitions } from '../read/read-definitions.js';
import { readManifest } from '../write/manifest.js';
import { chooseProfiles } from './choose-profiles.js';
import type { CliIo } from './cli-io.js';
import { resolveProject, type ProjectArguments } from './generate-command.js';
import type { inspectFailures } from './inspect-options.js';

/** Arguments of `inspect`, as given. */
export interface InspectArguments extends ProjectArguments {
  readonly profile: readonly string[];
  readonly sort: InspectionOrder;
  readonly 'fail-on': (typeof inspectFailures)[number];
  readonly json: boolean;
}

/**
 * Prints what the server costs its clients, as the last `generate` lowered it, and what they have trouble with. Writes
 * nothing.
 *
 * @returns the exit code: 0, 1 for findings of the kind that `--fail-on` names, 2 for definitions with errors
 * @throws {UsageError} for a profile or folders that do not exist
 */
export async function runInspect(given: InspectArguments, io: CliIo): Promise<number> {
  const chosen = chooseProfiles(given.profile);
  const profiles = chosen ? findProfiles(chosen) : clientProfiles.filter(({ isOptIn }) => !isOptIn);
  const { root, definitions: folder, out, allowRemote = [], allowOutside = [] } = await resolveProject(given, io.cwd);
  const manifest = await readManifest(root, out);
  const access = { folders: allowOutside, ...(allowRemote.length > 0 && { remote: new RemoteReader(allowRemote) }) };
  const names = manifest?.names ?? new Map<string, string>();
  const definitions = await readDefinitions(root, folder, names, { access });
  const errors = definitions.diagnostics.filter(({ severity }) => severity === 'error');
  const sources = new Map(
    [...definitions.workspace.files].flatMap(([file, loaded]) =>
      loaded.status === 'read' ? [[file, loaded.text] as const] : [],
    ),
  );
  if (hasErrors(errors)) {
    io.writeError(formatDiagnostics(errors, sources, { color: io.color }));
    return 2;
  }
  const loweredFor = findProfiles(manifest?.profiles ?? []);
  const tokenizer = await loadTokenizer(root);
  const inspection = inspectModel(lowerModel(definitions.resolved.model, loweredFor), {
    profiles,
    loweredFor,
    tokens: tokenizer ? { ...tokenizer, isEstimate: false } : tokenEstimate,
    locate: createFindingLocator(definitions),
  });
  const sorted = sortInspection(inspection, given.sort);
  io.writeOut(
    given.json
      ? `${JSON.stringify(sorted, null, 2)}\n`
      : formatInspection(sorted, sources, { color: io.colorOut ?? false }),
  );
  return isFailure(inspection, given['fail-on']) ? 1 : 0;
}

function isFailure({ findings }: Inspection, failOn: InspectArguments['fail-on']): boolean {
  if (failOn === 'never') return false;
  return findings.some(({ severity }) => severity === 'error' || failOn === 'warning');
}
