import { defined, type Json } from '../../core/model/json.js';
import type { DeclaredVariable, VariableType } from './environment-model.js';
import { booleanAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, stringAt, toJson, type MapEntry, type SourceNode } from '../../core/source/source-node.js';

/** Variable types with the JSON Schema keywords that each allows. */
export const variableKeywords: { readonly [Type in VariableType]: readonly string[] } = {
  string: ['enum', 'format', 'pattern', 'minLength', 'maxLength'],
  integer: ['enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  number: ['enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  boolean: [],
};

/** Reads `server.environment` of a definition. `checkEnvironment` reports its problems. */
export function resolveEnvironment(server: SourceNode | undefined): readonly DeclaredVariable[] {
  return entriesOf(childOf(server, 'environment')).map(readVariable);
}

function readVariable({ key, keyLocation, value }: MapEntry): DeclaredVariable {
  const type = typeOf(value);
  const defaultNode = childOf(value, 'default');
  const defaultValue = defaultNode?.kind === 'scalar' && defaultNode.value !== null ? defaultNode.value : undefined;
  const title = stringAt(value, 'title')?.trim();
  return {
    name: key,
    ...(title !== undefined && title !== '' && { title }),
    description: stringAt(value, 'description') ?? '',
    type,
    ...defined({ isRequired: booleanAt(value, 'required'), defaultValue }),
    ...(booleanAt(value, 'secret') === true && { isSecret: true }),
    rules: readRules(value, type),
    place: `${keyLocation.file}:${keyLocation.line}`,
  };
}

/** Returns the type of a declared variable. Default: `string`. */
export function typeOf(value: SourceNode): VariableType {
  const name = stringAt(value, 'type');
  return (Object.keys(variableKeywords) as VariableType[]).find((type) => type === name) ?? 'string';
}

function readRules(value: SourceNode, type: VariableType): ReadonlyMap<string, Json> {
  const entries = entriesOf(value).filter(({ key }) => variableKeywords[type].includes(key));
  return new Map(entries.map((entry) => [entry.key, toJson(entry.value)]));
}
