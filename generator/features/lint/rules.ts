import { lintDiagnostics, type LintCode } from './diagnostics.js';
import type { LintRule } from './lint-rule.js';
import { findCallOrder, findHiddenInstructions, findInvisibleCharacters } from './rules/hidden.js';
import { findMissingHints, findWrongHints } from './rules/hints.js';
import { findTooLong } from './rules/length.js';
import { findConfusable } from './rules/names.js';
import { findUndocumentedOutput } from './rules/output.js';
import { findUnclear, findUndocumented, findUnexplainedEnums } from './rules/parameters.js';
import { findNegations, findPurposeless } from './rules/purpose.js';
import { findNearDuplicates, findSame } from './rules/similarity.js';
import { findUnguided } from './rules/usage.js';

const rules: { readonly [code in LintCode]: Omit<LintRule, 'diagnostic'> } = {
  'lint-hidden-instructions': { find: findHiddenInstructions, isCertain: true },
  'lint-invisible-characters': { find: findInvisibleCharacters, isCertain: true },
  'lint-same-description': { find: findSame, isCertain: true },
  'lint-call-order': { find: findCallOrder },
  'lint-no-purpose': { find: findPurposeless },
  'lint-no-usage': { find: findUnguided },
  'lint-only-negations': { find: findNegations },
  'lint-near-duplicate': { find: findNearDuplicates },
  'lint-confusable-name': { find: findConfusable },
  'lint-undocumented-parameter': { find: findUndocumented },
  'lint-unclear-parameter': { find: findUnclear },
  'lint-unexplained-enum': { find: findUnexplainedEnums },
  'lint-missing-hints': { find: findMissingHints },
  'lint-wrong-hints': { find: findWrongHints },
  'lint-undocumented-output': { find: findUndocumentedOutput },
  'lint-too-long': { find: findTooLong },
};

/** All lint rules. */
export const lintRules: readonly LintRule[] = (Object.keys(rules) as LintCode[]).map((code) => ({
  diagnostic: lintDiagnostics[code],
  ...rules[code],
}));
