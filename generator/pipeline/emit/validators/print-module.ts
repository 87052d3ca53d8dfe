import { nil, _, type Ajv, type Code } from 'ajv';
import type { UsedScopeValues, ValueScopeName } from 'ajv/dist/compile/codegen/scope.js';
import { SchemaEnv } from 'ajv/dist/compile/index.js';
import { printSlowPattern } from './print-pattern.js';
import { importAddError } from './shorten-errors.js';

/** Schema whose function is imported. */
export interface ImportedSchema {
  readonly uri: string;
  /** Export name of the function. */
  readonly name: string;
  /** Specifier of the module that exports the function. */
  readonly module: string;
}

/**
 * Prints a module that contains compiled schemas. The module still requires parts of Ajv. Ajv's printer recurses along
 * references; this one uses a list, so that the stack size does not limit the number of references.
 * @param uris URIs of compiled schemas whose code was shortened by `shortenErrors`.
 * @param exports URIs of exported schemas, by export name.
 * @param imports Schemas that are imported instead of printed.
 * @param isMemoized Whether the function of a URI is memoized.
 */
export function printModule(
  compiler: Ajv,
  uris: Iterable<string>,
  exports: ReadonlyMap<string, string>,
  imports: readonly ImportedSchema[],
  isMemoized: (uri: string) => boolean,
): string {
  const used: UsedScopeValues = {};
  // All schemas that are `true` share one function, and so do all that are `false`.
  const sources = new Set([...uris].map((uri) => findSource(compiler, uri)));
  const imported = imports.map(({ uri, name, module }) => {
    const source = findSource(compiler, uri);
    sources.delete(source);
    return `import { ${name} as ${source.validateName} } from ${JSON.stringify(module)};\n`;
  });
  const memoized = new Set([...uris].filter(isMemoized).map((uri) => findSource(compiler, uri)));
  // Printed first, because other statements read these constants, which are not hoisted.
  const constants = [...sources]
    .filter((source) => memoized.has(source))
    .map(
      ({ validateCode, validateName, evaluated }) =>
        `const ${validateName} = memoize(${validateCode}${evaluated ? _`, ${evaluated}` : nil});\n`,
    );
  if (constants.length > 0) constants.unshift('const memoize = require("memoize").default;\n');
  const functions = [...sources].map((source) => {
    const { scopeValues, validateCode, validateName, evaluated } = source;
    for (const { value } of scopeValues['pattern'] ?? []) {
      const code = value?.ref instanceof RegExp ? printSlowPattern(value.ref) : undefined;
      if (value !== undefined && code !== undefined) value.code = code;
    }
    const values = compiler.scope.scopeCode(scopeValues, used, printValue);
    if (memoized.has(source)) return String(values);
    return `${values}${validateCode}\n${evaluated ? _`${validateName}.evaluated = ${evaluated};` : nil}\n`;
  });
  const exported = [...exports].map(
    ([name, uri]) => `export const ${name} = ${findSource(compiler, uri).validateName};\n`,
  );
  return [importAddError, ...imported, ...constants, ...exported, ...functions].join('');
}

function findSource(compiler: Ajv, uri: string) {
  const source = compiler.getSchema(uri)?.source;
  if (source === undefined) throw new Error(`Schema ${uri} has no code.`);
  return source;
}

/**
 * Prints the declaration of a value: none for a function, which is printed separately, and an object for recursive
 * calls.
 */
function printValue(name: ValueScopeName): Code | undefined {
  const reference = name.value?.ref;
  if (reference instanceof SchemaEnv) return _`const ${name} = {validate: ${reference.validateName ?? nil}};`;
  return typeof reference === 'function' ? nil : undefined;
}
