import { type Ajv, type Name, type ValidateFunction } from 'ajv';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import { digestTexts } from '../../../core/code/digest-texts.js';
import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../core/model/json.js';
import type { CompilerMode } from './list-jobs.js';
import { validatorParts } from './validator-parts.js';

/**
 * Source of the module that exports a table-reading function for each purpose. All modules with tables import it.
 * @see docs/decisions/0014-long-schemas-are-tables.md
 */
export const tableReader = `export { input, output } from 'read-table';\n`;

/** File name of {@link tableReader}, in the folder of the tool modules. */
export const tableReaderFile = `shared-${digestTexts([validatorParts.get('read-table') ?? '']).slice(0, 12)}.js`;

/** Returns the first statement of a module with tables. */
export function importReader(purpose: CompilerMode['purpose']): string {
  return `import { ${purpose} as readTable } from ${JSON.stringify(`./${tableReaderFile}`)};\n`;
}

/**
 * Registers a schema with a table-driven validator instead of Ajv's code. Other schemas can refer to it immediately;
 * {@link setTable} adds the table once all of them have names.
 */
export function registerTable(compiler: Ajv, uri: string, schema: object | boolean): void {
  compiler.addSchema(schema, uri);
  const environment = compiler.schemas[uri];
  if (environment === undefined) throw new Error(`Schema ${uri} does not exist.`);
  const check = (data: unknown): data is unknown => data === data;
  const validate: ValidateFunction = Object.assign(check, { schema, schemaEnv: environment });
  const validateName = compiler.scope.value('validate', { ref: validate });
  validate.source = { validateName, validateCode: '', scopeValues: {} };
  environment.validate = validate;
}

/**
 * Replaces the code of a registered schema with a function that reads a table, for a module with {@link importReader}.
 * @param table Tabular schema whose references are URIs.
 * @param isMemoized Whether the function is memoized, so that it must be called.
 * @param nameOf Returns the function name of a URI.
 */
export function setTable(
  compiler: Ajv,
  uri: string,
  table: JsonObject,
  isMemoized: boolean,
  nameOf: (uri: string) => Name,
): void {
  const source = compiler.getSchema(uri)?.source;
  if (source === undefined) throw new Error(`Schema ${uri} has no code.`);
  const code = new _Code(printTable(table, nameOf));
  const tableName = compiler.scope.value('schema', { ref: table, code });
  const { validateName } = source;
  const check = `function ${validateName}(data, context){return readTable(${validateName}, ${tableName}, data, context);}`;
  source.validateCode = isMemoized ? check : `${check}${validateName}.table = ${tableName};`;
  source.scopeValues = { schema: new Set([tableName]) };
}

/**
 * Prints a table as an expression: a schema in which functions replace references, with a member for the defaults of
 * its properties. A schema with only `type` becomes the type name.
 */
function printTable(schema: Json, nameOf: (uri: string) => Name): string {
  if (!isJsonObject(schema)) return stringifyJson(schema);
  const reference = schema.get('$ref');
  if (typeof reference === 'string') return String(nameOf(reference));
  const members = [...schema].filter(([keyword]) => keyword !== 'default');
  const [[keyword, type] = []] = members;
  if (members.length === 1 && keyword === 'type' && typeof type === 'string') return stringifyJson(type);
  return printObject(
    members.flatMap(([name, value]): Member[] => {
      if (name === 'items' || name === 'additionalProperties') return [[name, printTable(value, nameOf)]];
      if (name !== 'properties' || !isJsonObject(value)) return [[name, stringifyJson(value)]];
      const properties = [...value].map(([key, part]): Member => [JSON.stringify(key), printTable(part, nameOf)]);
      return [[name, printObject(properties)], ...listDefaults(value)];
    }),
  );
}

/** Returns the `defaults` member of a table with these properties; none if there are no defaults. */
function listDefaults(properties: JsonObject): readonly Member[] {
  const defaults = [...properties].flatMap(([name, part]): Member[] => {
    const value = isJsonObject(part) ? part.get('default') : undefined;
    return value === undefined ? [] : [[JSON.stringify(name), stringifyJson(value)]];
  });
  return defaults.length === 0 ? [] : [['defaults', printObject(defaults)]];
}

/** Printed name and value of a member. */
type Member = readonly [name: string, value: string];

function printObject(members: readonly Member[]): string {
  return `{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`;
}
