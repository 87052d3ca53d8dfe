import type { InferredOptionTypes } from 'yargs';
import { hasErrors } from '../core/diagnostics/create-diagnostic.js';
import { formatDiagnostics, printJson } from '../core/diagnostics/format-diagnostics.js';
import { tokenEstimate } from '../outputs/inspect/estimate-tokens.js';
import { formatInspection, inspectionOrders, sortInspection } from '../outputs/inspect/format-inspection.js';
import { inspectModel, type Inspection } from '../outputs/inspect/inspect-model.js';
import { listTexts } from '../feature-kit/load/workspace.js';
import { openAccess } from '../pipeline/read/load-definitions.js';
import { loadTokenizer } from '../feature-kit/load/load-tokenizer.js';
import { adaptModel } from '../pipeline/profiles/adapt-model.js';
import { clientProfiles, findProfiles } from '../pipeline/profiles/client-profiles.js';
import { createFindingLocator } from '../pipeline/read/locate-place.js';
import { giveAdvice } from '../pipeline/read/give-advice.js';
import { readDefinitions } from '../pipeline/read/read-definitions.js';
import { readManifest } from '../pipeline/write/manifest.js';
import type { CliIo } from './cli-io.js';
import { isJson } from './json-report.js';
import { flagOption, repeatedOption, textOption, type Command, type CommandOptions } from './command.js';
import { accessOptions, chooseProfiles, folderOptions, formatOptions, resolveProject } from './project-options.js';

const options = {
  ...folderOptions,
  profile: {
    ...repeatedOption,
    describe: 'Client profile to check, such as gemini; can be repeated; default: all except the strict profiles',
  },
  sort: {
    ...textOption,
    choices: inspectionOrders,
    default: 'definition',
    describe: 'Order of the tools; bytes and tokens sort the largest first',
  },
  'fail-on': {
    ...textOption,
    choices: ['error', 'warning', 'never'],
    default: 'never',
    describe: 'Exit with 1 if a client rejects an entry (error), or for any finding (warning)',
  },
  ...formatOptions,
  ui: { ...textOption, hidden: true, describe: 'Deprecated: use the ui command' },
  contract: {
    ...textOption,
    describe: 'With a server: contract file to compare it with, which is written if it does not exist',
  },
  update: { ...flagOption, describe: 'With --contract: write the file again' },
  header: {
    ...repeatedOption,
    describe: 'With the URL of a server: request header, such as "Authorization: Bearer …"; can be repeated',
  },
  ...accessOptions,
} as const satisfies CommandOptions;

type InspectArguments = InferredOptionTypes<typeof options> & { readonly server?: string };

/**
 * `inspect`: reports the size of each list in bytes and tokens, and client compatibility problems. Writes nothing.
 * Exits with 2 if definitions have errors. With a server, compares it with a contract file. The deprecated `--ui` opens
 * the Dev UI instead.
 */
export const inspectCommand: Command = {
  options,
  positionals: { server: { type: 'string', describe: 'URL of a server, or the command that starts it' } },
  run: runInspect,
};

async function runInspect(args: InspectArguments, io: CliIo): Promise<number> {
  if (args.ui !== undefined) {
    io.writeError('warning: inspect --ui is deprecated: use the ui command.\n');
    const { openUi } = await import('./ui-command.js');
    return openUi(args.ui, args.header ?? [], io);
  }
  const { server, contract, update, header, json } = args;
  if (server !== undefined || contract !== undefined || update || header !== undefined) {
    const { inspectServer } = await import('./inspect-server.js');
    return inspectServer({ server, contract, update, header, json }, io);
  }
  const chosen = chooseProfiles(args.profile);
  const profiles = chosen ? findProfiles(chosen) : clientProfiles.filter(({ isOptIn }) => !isOptIn);
  const { root, definitions: folder, out, allowRemote, allowOutside } = resolveProject(args, io.cwd);
  const manifest = await readManifest(root, out);
  const access = await openAccess(allowOutside, allowRemote);
  const names = manifest?.names ?? new Map<string, string>();
  const loweredFor = findProfiles(manifest?.profiles ?? []);
  const definitions = await readDefinitions(root, folder, names, { access, lookup: { out } }, loweredFor);
  const errors = definitions.diagnostics.filter(({ severity }) => severity === 'error');
  const sources = listTexts(definitions.workspace);
  if (hasErrors(errors)) {
    io.writeError(formatDiagnostics(errors, sources, { color: io.color }));
    return 2;
  }
  const tokenizer = await loadTokenizer(root);
  const inspection = inspectModel(adaptModel(definitions.resolved.model, loweredFor), {
    profiles,
    loweredFor,
    tokens: tokenizer ? { ...tokenizer, isEstimate: false } : tokenEstimate,
    locate: createFindingLocator(definitions),
    origins: definitions.resolved.toolOrigins,
    advice: giveAdvice({ ...definitions, diagnostics: [] }, true),
  });
  const sorted = sortInspection(inspection, args.sort);
  io.writeOut(
    isJson(args) ? `${printJson(sorted)}\n` : formatInspection(sorted, sources, { color: io.colorOut ?? false }),
  );
  return isFailure(inspection, args['fail-on']) ? 1 : 0;
}

function isFailure({ findings }: Inspection, failOn: InspectArguments['fail-on']): boolean {
  if (failOn === 'never') return false;
  return findings.some(({ severity }) => severity === 'error' || failOn === 'warning');
}
