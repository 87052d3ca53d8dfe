/** Diagnostics that do not belong to a feature, by code. Codes are stable: scripts and search engines rely on them. */
export const diagnosticTable = {
  // Reading files
  'no-definitions': { severity: 'error', about: 'The definitions folder is missing or empty.' },
  'unreadable-file': {
    severity: 'error',
    about: 'A file is unreadable, not a regular file, or larger than 16 MiB.',
  },
  'unread-file': {
    severity: 'warning',
    about: 'A file that looks like a definition but is not named `*.mcp.yaml` or similar.',
  },
  syntax: { severity: 'error', about: 'Invalid YAML, JSON or script declaration.' },
  'duplicate-key': { severity: 'error', about: 'A key is repeated in a mapping.' },
  'not-json': {
    severity: 'error',
    about: 'A YAML value without a JSON equivalent: a tag, `.nan` or a non-string key.',
  },
  'unused-anchor': { severity: 'warning', about: 'A YAML anchor (`&name`) that no alias uses.' },
  'lossy-number': {
    severity: 'warning',
    about: 'An integer beyond ±(2^53 − 1), which JavaScript rounds. Use a string.',
  },
  'too-large': {
    severity: 'error',
    about: 'More than 128 nesting levels, 1,000,000 values or 1,000 script parameters.',
  },
  // The definition format
  'unknown-key': { severity: 'error', about: 'A key that is not part of the format.' },
  'wrong-type': { severity: 'error', about: 'A value of the wrong type.' },
  'invalid-value': { severity: 'error', about: 'A value that is not allowed.' },
  'missing-key': { severity: 'error', about: 'A required key is missing.' },
  'deprecated-key': {
    severity: 'warning',
    about: 'A deprecated name for a key or value. It works until 0.5; `upgrade` rewrites it.',
  },
  'conflicting-keys': { severity: 'error', about: 'Two mutually exclusive keys.' },
  'missing-server': { severity: 'error', about: 'No definition contains `server: { name, version }`.' },
  'missing-description': { severity: 'error', about: 'A tool or prompt without a description.' },
  'missing-parameter-description': { severity: 'warning', about: 'A parameter without a description.' },
  'ignored-field': {
    severity: 'warning',
    about: 'A field of an imported descriptor that definitions do not support.',
  },
  // Names
  'invalid-name': {
    severity: 'error',
    about: 'A name that violates the naming rules.',
  },
  'duplicate-name': { severity: 'error', about: 'A name, URI or template that is defined twice.' },
  'colliding-names': {
    severity: 'error',
    about: 'Two names, such as `get-x` and `get_x`, that generate the same function, type or file.',
  },
  // Schemas
  'invalid-schema': { severity: 'error', about: 'A schema that violates its dialect.' },
  'unsupported-dialect': { severity: 'error', about: 'A `$schema` other than 2020-12 and draft-07.' },
  'mixed-dialects': {
    severity: 'error',
    about: 'A draft-07 schema that refers to a 2020-12 schema. Use one dialect.',
  },
  'input-not-object': { severity: 'error', about: 'An input schema without `type: object` at the root.' },
  'unknown-keyword': {
    severity: 'warning',
    about: 'A schema key that looks like a misspelled keyword.',
  },
  'slow-pattern': {
    severity: 'warning',
    about:
      'A regular expression prone to ReDoS. This server matches it in linear time, but other validators may hang. Write `^a+$` instead of `^(a+)+$`.',
  },
  'unmatchable-pattern': {
    severity: 'error',
    about: 'A slow regular expression with a backreference or long repetitions.',
  },
  'undeclared-required': { severity: 'warning', about: '`required` names an undeclared property.' },
  'invalid-default': { severity: 'error', about: 'A default that violates its schema.' },
  'invalid-example': { severity: 'error', about: 'An example that violates its schema.' },
  'unfilled-default': {
    severity: 'warning',
    about: 'A default inside `anyOf`, `oneOf`, `if` or a similar keyword, where it is ignored.',
  },
  'invalid-header': { severity: 'error', about: 'An `x-mcp-header` that violates the specification.' },
  // References
  'dangling-ref': { severity: 'error', about: 'A `$ref` whose target does not exist.' },
  'ref-outside-project': {
    severity: 'error',
    about: 'A `$ref`, `file:` or `folder:` outside the allowed folders. See `--allow-folder`.',
  },
  'remote-ref': {
    severity: 'error',
    about: 'A remote `$ref` that is not allowed or cannot be fetched. See `--allow-host`.',
  },
  'dynamic-ref': { severity: 'error', about: 'A `$dynamicRef` that matches several `$dynamicAnchor`s.' },
  'circular-ref': { severity: 'error', about: 'A `$ref` that leads back to itself.' },
  // OpenAPI documents
  'invalid-api': { severity: 'warning', about: 'An invalid part of an OpenAPI document, which is skipped.' },
  'skipped-operation': { severity: 'warning', about: 'An OpenAPI operation that cannot become a tool.' },
  'unmatched-filter': {
    severity: 'warning',
    about: 'A filter or an override that matches no operation or tool.',
  },
  // Scripts and descriptors of BotServer
  'unsupported-type': { severity: 'error', about: 'A type that is not supported for script parameters.' },
  'duplicate-parameter': { severity: 'error', about: 'A script parameter that is declared twice.' },
  'multiple-tools': {
    severity: 'warning',
    about: 'A script with several tools, named after the comments above them.',
  },
  'undescribed-script': { severity: 'warning', about: 'A script tool without `DESCRIPTION`.' },
  'dropped-format': {
    severity: 'warning',
    about: 'A script value that does not match its format.',
  },
  'ignored-declaration': {
    severity: 'warning',
    about: 'A `PARAM` after code or inside a block, or a block that is never closed.',
  },
  'skipped-script': {
    severity: 'warning',
    about: 'A script that defines no tool, or the compiled form of another script.',
  },
  'dropped-example': { severity: 'warning', about: 'An example that does not match its type, which is skipped.' },
  // URIs, prompts, resources, handlers
  'invalid-uri': {
    severity: 'error',
    about: 'An invalid resource URI, or an invalid URL for a page, website, icon or content.',
  },
  'invalid-template': {
    severity: 'error',
    about: 'An invalid URI template (RFC 6570), or one that cannot be used for matching.',
  },
  'ambiguous-template': {
    severity: 'warning',
    about: 'A URI template in which a variable has no clear end.',
  },
  'unknown-placeholder': {
    severity: 'error',
    about: 'A `{{placeholder}}` that does not name an argument.',
  },
  'broken-placeholder': {
    severity: 'warning',
    about: 'A `{{placeholder}}` with a missing brace.',
  },
  'sensitive-form': {
    severity: 'error',
    about: 'A form that asks for a password, token or payment data. Use `url`.',
  },
  'insecure-url': {
    severity: 'warning',
    about: 'An `http:` elicitation URL that points to a remote host.',
  },
  'unknown-variable': { severity: 'error', about: 'A key of `variables` that is not a variable of the template.' },
  'missing-file': { severity: 'error', about: 'A file that does not exist.' },
  'invalid-handler': {
    severity: 'error',
    about: 'A `handler` that is not in the form `./module.ts#exportName`, or whose export does not exist.',
  },
  'invalid-blob': { severity: 'error', about: 'A `blob` or `data` that is not Base64.' },
  'invalid-meta': { severity: 'error', about: 'A `_meta` key that the specification forbids.' },
  'reserved-meta': {
    severity: 'warning',
    about: 'A `_meta` key with a reserved prefix. Use your own.',
  },
  // Emitting
  'uncompilable-schema': { severity: 'error', about: 'A schema for which no validator can be compiled.' },
  // Bundling
  'build-failed': {
    severity: 'error',
    about: '`build`, `dev`: a syntax error or an unresolved import.',
  },
  'view-warning': {
    severity: 'warning',
    about: '`build`, `dev`: a mistake in a view that does not stop the build.',
  },
  'changed-definition': {
    severity: 'warning',
    about: '`build`: a definition changed after the last `generate`.',
  },
  // Writing
  'hand-edited': { severity: 'error', about: 'A generated file was edited.' },
  'newer-generator': {
    severity: 'error',
    about: 'The generated files were written by a later version.',
  },
  locked: {
    severity: 'error',
    about: 'Another process is writing to the folder, or files keep changing.',
  },
  'write-failed': { severity: 'error', about: 'A file or folder cannot be written.' },
  'outside-root': {
    severity: 'error',
    about: 'An output path outside the project or behind a symbolic link.',
  },
  'unfinished-run': {
    severity: 'error',
    about: '`--check`, `--dry-run`, `doctor`: an earlier run was interrupted.',
  },
  'out-of-date': {
    severity: 'error',
    about: '`--check`: generated files are out of date.',
  },
} as const satisfies { readonly [code: string]: Omit<DiagnosticRule, 'code'> };

/** Code of a diagnostic that does not belong to a feature. */
export type DiagnosticCode = keyof typeof diagnosticTable;

/** Definition of a diagnostic: a row of the table above or of a feature's table. */
export interface DiagnosticRule {
  /** Unique among all diagnostic codes. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** Meaning of the diagnostic, in Markdown. */
  readonly about: string;
}

/** Creates a feature's diagnostics from a table. */
export function diagnosticRules<Code extends string>(table: {
  readonly [code in Code]: Omit<DiagnosticRule, 'code'>;
}): { readonly [code in Code]: DiagnosticRule } {
  const rules = Object.entries<Omit<DiagnosticRule, 'code'>>(table).map(([code, row]) => [code, { code, ...row }]);
  return Object.fromEntries(rules) as { readonly [code in Code]: DiagnosticRule };
}
