import type { Feature } from '../../feature-kit/feature.js';
import { bindChanges } from './changes.js';
import { checkBind } from './check-bind.js';
import { describeBound } from './describe-bound.js';
import { bindDiagnostics } from './diagnostics.js';
import { diffBind } from './diff-bind.js';
import { boundMembers, identityMembers, listBoundVariables } from './emit-bind.js';
import { readBoundArguments } from './read-bind.js';
import { splitInput } from './split-input.js';

/** Arguments of tools that the server sets from the caller, the environment or a constant: `bind`. */
export const bind: Feature = {
  name: 'bind',
  diagnostics: Object.values(bindDiagnostics),
  changes: Object.values(bindChanges),
  splitInput,
  readTool: readBoundArguments,
  environment: listBoundVariables,
  check: checkBind,
  diff: { entry: diffBind },
  site: { operation: describeBound },
  toolMembers: boundMembers,
  emit: ({ model }) => ({ members: identityMembers(model) }),
};
