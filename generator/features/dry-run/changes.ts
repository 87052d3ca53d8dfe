import { changeRows } from '../../feature-kit/changes/change-rules.js';
import type { EntryChanges } from '../../feature-kit/changes/change.js';
import type { ComparedEntry } from '../../feature-kit/feature.js';
import { isDeclared } from '../../feature-kit/emit/handler-module.js';
import { dryRunPart } from './dry-run-part.js';

export const dryRunChanges = changeRows({
  'dry-run-added': ['compatible', 'compatible', 'Calls of a tool can now be dry runs.'],
  'dry-run-function-needed': ['compatible', 'breaking', 'The handler of a tool needs a function for dry runs.'],
  'dry-run-removed': ['breaking', 'compatible', 'Calls of a tool can no longer be dry runs: they change something.'],
  'dry-run-confirmation-changed': [
    'compatible',
    'compatible',
    'The confirmation with the outcome of a dry run changed.',
  ],
});

export function diffDryRun(changes: EntryChanges, old: ComparedEntry, recent: ComparedEntry): void {
  const [before, after] = [dryRunPart.of(old), dryRunPart.of(recent)];
  const [hadArgument, hasArgument] = [before?.hasArgument === true, after?.hasArgument === true];
  if (!hadArgument && hasArgument) changes.add(dryRunChanges['dry-run-added'], 'dry runs are possible', ['dryRun']);
  if (hadArgument && !hasArgument) {
    changes.add(dryRunChanges['dry-run-removed'], 'dry runs are no longer possible', ['dryRun']);
  }
  if (!before && after && recent.handler && !isDeclared({ handler: recent.handler })) {
    changes.add(dryRunChanges['dry-run-function-needed'], 'the handler needs a function for dry runs', ['dryRun']);
  }
  if (before?.confirm !== after?.confirm) {
    changes.add(dryRunChanges['dry-run-confirmation-changed'], 'the confirmation changed', ['dryRun', 'confirm']);
  }
}
