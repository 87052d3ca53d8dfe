import { code, text } from '../../feature-kit/pages/document.js';
import type { Feature } from '../../feature-kit/feature.js';
import { diffDryRun, dryRunChanges } from './changes.js';
import { dryRunDiagnostics } from './diagnostics.js';
import { dryRunArgument, dryRunPart } from './dry-run-part.js';
import { dryRunMembers, emitDryRuns } from './emit-dry-runs.js';
import { readDryRun } from './read-dry-run.js';

/** Dry runs of tools, which change nothing and return what a call would do: `dryRun`. */
export const dryRun: Feature = {
  name: 'dry-run',
  diagnostics: Object.values(dryRunDiagnostics),
  changes: Object.values(dryRunChanges),
  readTool: readDryRun,
  diff: { entry: diffDryRun },
  site: {
    facts(tool) {
      const model = dryRunPart.of(tool);
      if (!model) return [];
      return [
        ...(model.hasArgument
          ? [
              [
                text('With '),
                code(`${dryRunArgument}: true`),
                text(', a call changes nothing and returns what it would do.'),
              ],
            ]
          : []),
        ...(model.confirm === undefined ? [] : [[text('The user sees what a call would do, and confirms it.')]]),
      ];
    },
  },
  exportHelp: {
    [dryRunArgument]: (module) =>
      `Write \`export const ${dryRunArgument}: <type of the handler> = async (input, context) => { … }\` in \`${module}\`. ` +
      'Dry runs call it instead of the handler: it must change nothing, and return what the handler would.',
  },
  toolMembers: dryRunMembers,
  emit: (emitting) => ({ files: emitDryRuns(emitting) }),
};
