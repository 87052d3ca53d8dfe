import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/model/json.js';
import type { ToolArgument } from '../../feature-kit/definition/read-arguments.js';
import type { ParameterFacts } from './engines/engine.js';

/** Returns what the schemas of arguments say about their values. */
export function listFacts(toolArguments: ReadonlyMap<string, ToolArgument>): ReadonlyMap<string, ParameterFacts> {
  return new Map(
    [...toolArguments].map(([name, { schema, isOptional }]) => [name, readFacts(schema, isOptional)] as const),
  );
}

function readFacts(schema: JsonObject, isOptional: boolean): ParameterFacts {
  const values = listValues(schema);
  const strings = values?.filter((value) => typeof value === 'string');
  const types = listTypes(schema, values);
  const others = types.filter((type) => type !== 'null');
  const type = others.length === 1 ? (others[0] as ParameterFacts['type']) : undefined;
  const items = schema.get('items');
  const numberAt = (key: string): number | undefined => {
    const value = schema.get(key);
    return typeof value === 'number' ? value : undefined;
  };
  const textAt = (key: string): string | undefined => {
    const value = schema.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  const facts = {
    type,
    format: textAt('format'),
    isBase64: schema.get('contentEncoding') === 'base64' || undefined,
    pattern: textAt('pattern'),
    enum: type === 'string' ? strings : undefined,
    minimum: numberAt('minimum'),
    maximum: numberAt('maximum'),
    items: isJsonObject(items) ? readFacts(items, false) : undefined,
  };
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(known) as Omit<ParameterFacts, 'isOptional'>),
    isOptional: isOptional || types.includes('null'),
  };
}

/** Lists the values that a schema allows; `undefined` if it does not list them. */
function listValues(schema: JsonObject): readonly Json[] | undefined {
  const values = schema.get('enum');
  const constant = schema.get('const');
  return isJsonArray(values) ? values : constant === undefined ? undefined : [constant];
}

function listTypes(schema: JsonObject, values: readonly Json[] | undefined): readonly Json[] {
  const type = schema.get('type');
  if (type !== undefined) return isJsonArray(type) ? type : [type];
  const types = (values ?? []).map((value) => {
    if (value === null) return 'null';
    if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
    return typeof value;
  });
  return [...new Set(types)];
}
