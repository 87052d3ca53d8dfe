import type { Feature } from '../../feature-kit/feature.js';
import { bindChanges } from './changes.js';
import { checkBind } from './check-bind.js';
import { describeBound } from './describe-bound.js';
import { bindDiagnostics } from './diagnostics.js';
import { diffBind } from './diff-bind.js';
import { boundMembers, boundTextMembers, identityMembers, listBoundVariables } from './emit-bind.js';
import { readBoundArguments } from './read-bind.js';
import { readBoundTexts } from './read-texts.js';
import { hasBind, splitInput } from './split-input.js';

/** Arguments of tools, prompts and templates that the server sets from the caller, the environment or a constant: `bind`. */
export const bind: Feature = {
  name: 'bind',
  diagnostics: Object.values(bindDiagnostics),
  changes: Object.values(bindChanges),
  splitInput,
  isSupplied: hasBind,
  readEntry: readBoundTexts,
  readTool: readBoundArguments,
  environment: listBoundVariables,
  check: checkBind,
  diff: { entry: diffBind },
  site: { operation: describeBound },
  entryMembers: boundTextMembers,
  toolMembers: boundMembers,
  emit: ({ model }) => ({ members: identityMembers(model) }),
};
