import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const lintDiagnostics = diagnosticRules({
  'lint-hidden-instructions': {
    severity: 'warning',
    about:
      'A text that gives the model orders beyond the use of the tool, such as to read keys or to deceive the user.',
  },
  'lint-invisible-characters': {
    severity: 'warning',
    about: 'A text with characters that people cannot see but models read, such as zero-width and tag characters.',
  },
  'lint-same-description': { severity: 'warning', about: 'Two tools with the same description.' },
  'lint-call-order': {
    severity: 'warning',
    about: '`--lint`: a text that demands to call the tool always, or before all others.',
  },
  'lint-no-purpose': {
    severity: 'warning',
    about: '`--lint`: a description whose first sentence does not say what the tool does.',
  },
  'lint-no-usage': {
    severity: 'warning',
    about: '`--lint`: a description that does not say when to use the tool instead of a similar one.',
  },
  'lint-only-negations': {
    severity: 'warning',
    about: '`--lint`: a description that says only what the tool does not do.',
  },
  'lint-near-duplicate': {
    severity: 'warning',
    about: '`--lint`: a description that differs from that of another tool only in words that do not distinguish them.',
  },
  'lint-confusable-name': {
    severity: 'warning',
    about: '`--lint`: a name that differs from another one by a letter or a plural, or in its spelling convention.',
  },
  'lint-undocumented-parameter': {
    severity: 'warning',
    about: '`--lint`: a parameter without a description whose name does not explain it.',
  },
  'lint-unclear-parameter': {
    severity: 'warning',
    about: '`--lint`: a described parameter without its unit or format, or an example.',
  },
  'lint-unexplained-enum': { severity: 'warning', about: '`--lint`: an enum with codes that are not explained.' },
  'lint-missing-hints': {
    severity: 'warning',
    about: '`--lint`: a tool that only reads without `readOnlyHint`. Clients treat it as destructive.',
  },
  'lint-wrong-hints': { severity: 'warning', about: '`--lint`: hints that contradict the name of the tool.' },
  'lint-undocumented-output': {
    severity: 'warning',
    about: '`--lint`: a tool with neither an output schema nor a sentence about its result.',
  },
  'lint-too-long': {
    severity: 'warning',
    about: '`--lint`: a description with repetition or filler, or one that is far longer than its content needs.',
  },
});

/** Code of a lint rule. */
export type LintCode = keyof typeof lintDiagnostics;
