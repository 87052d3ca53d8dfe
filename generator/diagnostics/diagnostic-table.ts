/** Table of all diagnostics of the generator, by code. Codes are stable: scripts and search engines rely on them. */
export const diagnosticTable = {
  // Reading files
  'no-definitions': { severity: 'error', about: 'The definitions folder is missing or holds no definition.' },
  'unreadable-file': { severity: 'error', about: 'A file cannot be read, or it is larger than 16 MiB.' },
  syntax: { severity: 'error', about: 'The file is not valid YAML or JSON, or a script with a broken declaration.' },
  'duplicate-key': { severity: 'error', about: 'A key stands twice in the same mapping.' },
  'not-json': { severity: 'error', about: 'YAML that has no meaning in JSON: tags, `.nan`, keys that are no strings.' },
  'lossy-number': { severity: 'warning', about: 'An integer that JavaScript cannot represent exactly.' },
  'too-large': { severity: 'error', about: 'Nesting or aliases grow past the limits.' },
  // The definition format
  'unknown-key': { severity: 'error', about: 'A key that the definition format does not have.' },
  'wrong-type': { severity: 'error', about: 'A value of another type than the format demands.' },
  'invalid-value': { severity: 'error', about: 'A value that the format does not allow.' },
  'missing-key': { severity: 'error', about: 'A key that the format demands is not there.' },
  'conflicting-keys': { severity: 'error', about: 'Keys that exclude each other stand together.' },
  'missing-server': { severity: 'error', about: 'No definition says who the server is.' },
  'missing-description': { severity: 'error', about: 'A tool or prompt without a description.' },
  'missing-parameter-description': { severity: 'warning', about: 'A parameter without a description.' },
  'ignored-field': {
    severity: 'warning',
    about: 'A field of a saved `tools/list` answer that definitions do not have.',
  },
  // Names
  'invalid-name': { severity: 'error', about: 'A tool, prompt, question or `PARAM` with a name that is not allowed.' },
  'duplicate-name': { severity: 'error', about: 'A name, URI or template that is defined twice.' },
  'colliding-names': { severity: 'error', about: 'Two names that give the same identifier or handler file.' },
  'unknown-toolset': { severity: 'error', about: 'A toolset under `server` that no tool belongs to.' },
  // Schemas
  'invalid-schema': { severity: 'error', about: 'A schema that its own dialect does not allow.' },
  'unsupported-dialect': { severity: 'error', about: 'A `$schema` other than 2020-12 and draft-07.' },
  'mixed-dialects': { severity: 'error', about: 'A draft-07 schema that refers to a 2020-12 one.' },
  'input-not-object': { severity: 'error', about: 'An input schema without `type: object` at its root.' },
  'unknown-keyword': { severity: 'warning', about: 'A schema keyword that looks like a misspelt one.' },
  'undeclared-required': { severity: 'warning', about: '`required` names a property that is not declared.' },
  'invalid-default': { severity: 'error', about: 'A default that violates its own schema.' },
  'invalid-example': { severity: 'error', about: 'An example that violates its own schema.' },
  'invalid-format': { severity: 'warning', about: 'A default or example that does not have the format of its schema.' },
  'unfilled-default': { severity: 'warning', about: 'A default below `anyOf`, `oneOf`, `if` or the like.' },
  'invalid-header': { severity: 'error', about: 'An `x-mcp-header` that breaks the rules of the specification.' },
  // References
  'dangling-ref': { severity: 'error', about: 'A `$ref` to something that does not exist.' },
  'outside-ref': { severity: 'error', about: 'A `$ref` or `file:` that leads out of the folders that are allowed.' },
  'remote-ref': {
    severity: 'error',
    about: 'A `$ref` to another machine that is not allowed, or to something that cannot be fetched.',
  },
  'dynamic-ref': { severity: 'error', about: 'A `$dynamicRef` that could be bound in more than one way.' },
  'endless-ref': { severity: 'error', about: 'A `$ref` that leads to itself without a schema on the way.' },
  // OpenAPI documents
  'unsupported-api': {
    severity: 'error',
    about: 'A file that is no OpenAPI document of version 2.0, 3.0, 3.1 or 3.2.',
  },
  'invalid-api': { severity: 'warning', about: 'A part of an OpenAPI document that breaks its rules; it is left out.' },
  'broken-reference': { severity: 'warning', about: 'A `$ref` of an OpenAPI document that leads nowhere.' },
  'skipped-operation': { severity: 'warning', about: 'An operation of an OpenAPI document that no tool was made of.' },
  'unmatched-filter': { severity: 'warning', about: 'A filter or override under `openapi` that no operation fits.' },
  // Scripts and descriptors of BotServer
  'unsupported-type': { severity: 'error', about: 'A type that parameters of scripts cannot have.' },
  'duplicate-parameter': { severity: 'error', about: 'A parameter that a script declares twice.' },
  'several-tools': { severity: 'error', about: 'A script with a second `DESCRIPTION`.' },
  'ignored-declaration': {
    severity: 'warning',
    about: 'A `PARAM` after code, or a block of a script that does not end.',
  },
  'dropped-example': { severity: 'warning', about: 'An example that cannot be read as its type; it is left out.' },
  // URIs, prompts, resources, handlers
  'invalid-uri': { severity: 'error', about: 'A resource key that is no absolute URI, or a page that is no URL.' },
  'invalid-template': { severity: 'error', about: 'A key that is no RFC 6570 URI template.' },
  'ambiguous-template': { severity: 'warning', about: 'A template whose variables cannot be told apart.' },
  'unknown-placeholder': {
    severity: 'error',
    about: 'A `{{placeholder}}` without a name, or that is no argument of the prompt.',
  },
  'unknown-variable': { severity: 'error', about: 'A key of `variables` that the URI template does not have.' },
  'missing-file': { severity: 'error', about: 'A file that a definition names does not exist.' },
  'invalid-handler': { severity: 'error', about: 'A `handler` that is not `./module.ts#exportName`.' },
  'invalid-blob': { severity: 'error', about: 'A `blob` or `data` that is not Base64.' },
  'invalid-meta': { severity: 'error', about: 'A key of `_meta` that the specification does not allow.' },
  'reserved-meta': { severity: 'warning', about: 'A key of `_meta` with a prefix of the protocol.' },
  // Emitting
  'uncompilable-schema': { severity: 'error', about: 'A schema that the validator compiler refuses.' },
  // Bundling
  unbuildable: { severity: 'error', about: 'With `dev`: code that does not parse, or imports what is not there.' },
  // Writing
  'hand-edited': { severity: 'error', about: 'A generated file is not as the last run left it.' },
  'newer-generator': { severity: 'error', about: 'The generated files are those of a later version of the generator.' },
  locked: { severity: 'error', about: 'Another run of the generator works in the same folder.' },
  'write-failed': { severity: 'error', about: 'A file or folder cannot be written.' },
  'outside-root': { severity: 'error', about: 'A path that would be written leads out of the project.' },
  stale: { severity: 'error', about: 'With `--check`: generated files are not what the definitions say.' },
} as const satisfies { readonly [code: string]: { readonly severity: 'error' | 'warning'; readonly about: string } };

/** Code of a diagnostic. */
export type DiagnosticCode = keyof typeof diagnosticTable;
