/** Diagnostics that no feature owns, by code. Codes are stable: scripts and search engines rely on them. */
export const diagnosticTable = {
  // Reading files
  'no-definitions': { severity: 'error', about: 'The definitions folder is missing or holds no definition.' },
  'unreadable-file': {
    severity: 'error',
    about: 'A file cannot be read, is not a regular file, or is larger than 16 MiB.',
  },
  'unread-file': {
    severity: 'warning',
    about: 'A YAML or JSON file with sections of a definition whose name is not that of one.',
  },
  syntax: { severity: 'error', about: 'The file is not valid YAML or JSON, or a script with a broken declaration.' },
  'duplicate-key': { severity: 'error', about: 'A key is repeated in the same mapping.' },
  'not-json': {
    severity: 'error',
    about: 'YAML that JSON does not have: tags, `.nan`, keys that are not strings.',
  },
  'unused-anchor': { severity: 'warning', about: 'A text in YAML with an anchor (`&name`) that no alias uses.' },
  'lossy-number': {
    severity: 'warning',
    about: 'An integer that JavaScript rounds (beyond ±(2^53 − 1)). Write it as a string, or choose a smaller one.',
  },
  'too-large': {
    severity: 'error',
    about: 'More than 128 levels of nesting, 1,000,000 values (aliases written out) or 1,000 parameters of a script.',
  },
  // The definition format
  'unknown-key': { severity: 'error', about: 'A key that the definition format does not have.' },
  'wrong-type': { severity: 'error', about: 'A value of another type than the format requires.' },
  'invalid-value': { severity: 'error', about: 'A value that the format does not allow.' },
  'missing-key': { severity: 'error', about: 'A key that the format requires is missing.' },
  'deprecated-key': {
    severity: 'warning',
    about: 'A key or value under its former name. It works until 0.5; `upgrade` rewrites it.',
  },
  'conflicting-keys': { severity: 'error', about: 'Two keys that exclude each other are used together.' },
  'missing-server': { severity: 'error', about: 'No definition has the key `server: { name, version }`.' },
  'missing-description': { severity: 'error', about: 'A tool or prompt without a description.' },
  'missing-parameter-description': { severity: 'warning', about: 'A parameter without a description.' },
  'ignored-field': {
    severity: 'warning',
    about: 'A field of a saved `tools/list` answer, or of a descriptor of BotServer, that definitions do not have.',
  },
  // Names
  'invalid-name': {
    severity: 'error',
    about: 'A tool, prompt, skill, question or `PARAM` with a name that is not allowed.',
  },
  'duplicate-name': { severity: 'error', about: 'A name, URI or template that is defined twice.' },
  'colliding-names': {
    severity: 'error',
    about: 'Two names, such as `get-x` and `get_x`, that would generate the same function, type or handler file.',
  },
  // Schemas
  'invalid-schema': { severity: 'error', about: 'A schema that its own dialect does not allow.' },
  'unsupported-dialect': { severity: 'error', about: 'A `$schema` other than 2020-12 and draft-07.' },
  'mixed-dialects': {
    severity: 'error',
    about: 'A draft-07 schema that refers to a 2020-12 schema. Write both in the same dialect.',
  },
  'input-not-object': { severity: 'error', about: 'An input schema without `type: object` at its root.' },
  'unknown-keyword': {
    severity: 'warning',
    about: 'A key of a schema that looks like a misspelt keyword.',
  },
  'slow-pattern': {
    severity: 'warning',
    about: 'A regular expression that takes quadratic, or even exponential, time for some texts.',
  },
  'unmatchable-pattern': {
    severity: 'error',
    about:
      'A slow regular expression with a back reference or too long repetitions, which cannot be matched in linear time.',
  },
  'undeclared-required': { severity: 'warning', about: '`required` names a property that is not declared.' },
  'invalid-default': { severity: 'error', about: 'A default that violates its own schema.' },
  'invalid-example': { severity: 'error', about: 'An example that violates its own schema.' },
  'unfilled-default': {
    severity: 'warning',
    about: 'A default below `anyOf`, `oneOf`, `if` or alike: it is ignored.',
  },
  'invalid-header': { severity: 'error', about: 'An `x-mcp-header` that breaks the rules of the specification.' },
  // References
  'dangling-ref': { severity: 'error', about: 'A `$ref` to something that does not exist.' },
  'ref-outside-project': {
    severity: 'error',
    about: 'A `$ref`, `file:` or `folder:` to a place outside of the allowed folders.',
  },
  'remote-ref': {
    severity: 'error',
    about: 'A `$ref` to another machine that is not allowed, or to something that cannot be fetched.',
  },
  'dynamic-ref': { severity: 'error', about: 'A `$dynamicRef` whose name several `$dynamicAnchor`s have.' },
  'circular-ref': { severity: 'error', about: 'A `$ref` that refers to itself, directly or through other `$ref`s.' },
  // OpenAPI documents
  'invalid-api': { severity: 'warning', about: 'A part of an OpenAPI document that breaks its rules; it is left out.' },
  'skipped-operation': { severity: 'warning', about: 'An operation of an OpenAPI document that cannot become a tool.' },
  'unmatched-filter': {
    severity: 'warning',
    about:
      'A filter or override under `openapi` that matches no operation, or a filter of `code.allow` that matches no tool.',
  },
  // Scripts and descriptors of BotServer
  'unsupported-type': { severity: 'error', about: 'A type that a parameter of a script cannot have.' },
  'duplicate-parameter': { severity: 'error', about: 'A parameter that a script declares twice.' },
  'multiple-tools': {
    severity: 'warning',
    about: 'A script with several tools: they are named after the comments above them.',
  },
  'undescribed-script': { severity: 'warning', about: 'A tool of a script without `DESCRIPTION`.' },
  'dropped-format': {
    severity: 'warning',
    about: 'An example, default or value of a script that does not have the format of its type.',
  },
  'ignored-declaration': {
    severity: 'warning',
    about: 'A `PARAM` after the first code of a script or inside a block, or a block without an end.',
  },
  'skipped-script': {
    severity: 'warning',
    about: 'A script that is no tool, or the compiled form of a script that is read itself.',
  },
  'dropped-example': { severity: 'warning', about: 'An example that cannot be read as its type; it is left out.' },
  // URIs, prompts, resources, handlers
  'invalid-uri': {
    severity: 'error',
    about: 'A resource key that is not an absolute URI, or an invalid address of a page, website, icon or content.',
  },
  'invalid-template': {
    severity: 'error',
    about: 'A key that is not an RFC 6570 URI template, or one that URIs cannot be matched against.',
  },
  'ambiguous-template': {
    severity: 'warning',
    about: 'A URI template in which the end of a variable is not clear.',
  },
  'unknown-placeholder': {
    severity: 'error',
    about: 'A `{{placeholder}}` without a name, or one that is not an argument of the prompt.',
  },
  'broken-placeholder': {
    severity: 'warning',
    about: 'A `{{placeholder}}` that lacks a brace: clients get it as text.',
  },
  'sensitive-form': {
    severity: 'error',
    about: 'A form that asks for a password, key, token or payment credential. Ask with the `url` of a page instead.',
  },
  'insecure-url': {
    severity: 'warning',
    about: 'A page of a question at an `http:` address of another machine.',
  },
  'unknown-variable': { severity: 'error', about: 'A key of `variables` that the URI template does not have.' },
  'missing-file': { severity: 'error', about: 'A file that a definition names does not exist.' },
  'invalid-handler': {
    severity: 'error',
    about: 'A `handler` that is not `./module.ts#exportName`, or not in its module.',
  },
  'invalid-blob': { severity: 'error', about: 'A `blob` or `data` that is not Base64.' },
  'invalid-meta': { severity: 'error', about: 'A key of `_meta` that the specification does not allow.' },
  'reserved-meta': {
    severity: 'warning',
    about: 'A key of `_meta` with a prefix that the specification reserves. Choose a prefix of your own.',
  },
  // Emitting
  'uncompilable-schema': { severity: 'error', about: 'A schema for which no validator can be compiled.' },
  // Bundling
  'build-failed': {
    severity: 'error',
    about: 'With `build` and `dev`: code with a syntax error, or an import of a module that does not exist.',
  },
  'view-warning': {
    severity: 'warning',
    about:
      'With `build` and `dev`: code of a view with a mistake that does not keep its page from being made, such as a style sheet with a syntax error.',
  },
  'changed-definition': {
    severity: 'warning',
    about:
      'With `build`: a definition, or a file that it refers to, changed after the last `generate`. The server is built from the previous one.',
  },
  // Writing
  'hand-edited': { severity: 'error', about: 'A generated file was changed after the generator wrote it.' },
  'newer-generator': {
    severity: 'error',
    about: 'A later version of the generator wrote the generated files.',
  },
  locked: {
    severity: 'error',
    about: 'Another run of the generator is writing to the same folder. With `--watch` and `dev`: files keep changing.',
  },
  'write-failed': { severity: 'error', about: 'A file or folder cannot be written.' },
  'outside-root': {
    severity: 'error',
    about: 'A file that would be written is outside of the project, or behind a symbolic link.',
  },
  'unfinished-run': {
    severity: 'error',
    about: 'With `--check`, `--dry-run` and `doctor`: an earlier run was stopped while it wrote files.',
  },
  'out-of-date': {
    severity: 'error',
    about: 'With `--check`: generated files differ from what the definitions generate.',
  },
} as const satisfies { readonly [code: string]: Omit<DiagnosticRule, 'code'> };

/** Code of a diagnostic that no feature owns. */
export type DiagnosticCode = keyof typeof diagnosticTable;

/** A diagnostic: a row of the table above, or of the table of a feature. */
export interface DiagnosticRule {
  /** Unique among all codes. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** Meaning, in Markdown. */
  readonly about: string;
}

/** Makes the diagnostics of a feature from their table. */
export function diagnosticRules<Code extends string>(table: {
  readonly [code in Code]: Omit<DiagnosticRule, 'code'>;
}): { readonly [code in Code]: DiagnosticRule } {
  const rules = Object.entries<Omit<DiagnosticRule, 'code'>>(table).map(([code, row]) => [code, { code, ...row }]);
  return Object.fromEntries(rules) as { readonly [code in Code]: DiagnosticRule };
}
