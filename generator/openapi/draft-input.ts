import type { Json, JsonObject } from '../model/json.js';
import { isJsonObject } from '../model/json.js';
import { toLegalKey } from './schema/legal-key.js';
import type { ApiBody, ApiParameter } from './api-operation.js';
import { draftBody, type BodyDraft } from './draft-body.js';
import type { ApiDocument } from './api-document.js';
import type { SchemaReader } from './schema-reader.js';

/** An argument of a tool. Schemas are those of the resolver, with marks. */
export interface ArgumentDraft {
  /** Property of the arguments. */
  readonly key: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** A parameter and the argument that it comes from. */
export interface ParameterDraft extends ArgumentDraft {
  readonly parameter: ApiParameter;
}

/** The arguments of a tool, and where in the request they go. */
export interface InputDraft {
  readonly schema: JsonObject;
  readonly parameters: readonly ParameterDraft[];
  readonly body?: BodyDraft;
}

/** Puts the arguments of a tool together from the parameters and the body of its operation. */
export function draftInput(
  document: ApiDocument,
  reader: SchemaReader,
  parameters: readonly ApiParameter[],
  body: ApiBody | undefined,
): InputDraft {
  const taken = new Set<string>();
  const drafts = parameters.map((parameter): ParameterDraft => {
    const wanted = taken.has(parameter.name) ? `${parameter.name}_${parameter.place}` : parameter.name;
    const key = toLegalKey(wanted, (name) => taken.has(name));
    taken.add(key);
    return { key, schema: readParameterSchema(reader, parameter), isRequired: parameter.isRequired, parameter };
  });
  const drafted = body && draftBody(document, reader, body, taken);
  const all: readonly ArgumentDraft[] = [...drafts, ...(drafted?.arguments ?? [])];
  const required = all.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  const schema = new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map(all.map(({ key, schema: property }) => [key, property]))],
    ...(required.length > 0 ? [['required', required] as const] : []),
    ...(drafted?.hasRest === true ? [] : [['additionalProperties', false] as const]),
  ]);
  return { schema, parameters: drafts, ...(drafted && { body: drafted }) };
}

function readParameterSchema(reader: SchemaReader, { schema, description, isDeprecated }: ApiParameter): Json {
  const read = reader.readArgument(schema, description);
  if (!isDeprecated) return read;
  return new Map<string, Json>([...(isJsonObject(read) ? read : []), ['deprecated', true]]);
}
