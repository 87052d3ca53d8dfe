import type { ServerCodeModel } from './code-part.js';
import type { CodeSettingsModel, HandlerModel } from '../../core/model/model.js';
import type { EntryChanges } from '../../feature-kit/changes/change.js';
import { codeModeChanges } from './changes.js';

/** Reports code mode differences between two server versions: availability, default mode and rules. */
export function diffCodeMode(changes: EntryChanges, old?: ServerCodeModel, recent?: ServerCodeModel): void {
  const [did, does] = [old, recent].map((code) => code?.isDefault === true);
  if (does && !did)
    changes.add(codeModeChanges['code-mode-entered'], 'clients see two tools instead of all others now', ['mode']);
  else if (did && !does)
    changes.add(codeModeChanges['code-mode-left'], 'clients see all tools instead of the two of code mode', ['mode']);
  else if (recent && !old)
    changes.add(codeModeChanges['code-mode-offered'], 'the server can be started with `--mode code`', ['code']);
  else if (old && !recent) {
    changes.add(
      codeModeChanges['code-mode-withdrawn'],
      'the server can no longer be started with `--mode code`',
      ['code'],
      {
        side: 'old',
      },
    );
  }
  if (old && recent) changes.addPart('code', ['code'], (part) => diffCodeRules(part, old, recent));
}

/** Reports differences between the rules of a tool that runs code. */
export function diffCodeTool(changes: EntryChanges, old?: HandlerModel, recent?: HandlerModel): void {
  const [before, after] = [rulesOf(old), rulesOf(recent)];
  if (before && after) diffCodeRules(changes, before, after);
}

function rulesOf(handler: HandlerModel | undefined): CodeSettingsModel | undefined {
  return handler?.kind === 'discovery' && handler.does === 'run' ? handler.settings : undefined;
}

function diffCodeRules(changes: EntryChanges, old: CodeSettingsModel, recent: CodeSettingsModel): void {
  changes.addValue(codeModeChanges['code-functions-changed'], 'allow', old.allow, recent.allow);
  const rule =
    recent.confirm === 'never' ? codeModeChanges['code-question-removed'] : codeModeChanges['code-question-added'];
  changes.addValue(rule, 'confirm', old.confirm, recent.confirm);
}
