import type { Json } from '../../generator/core/model/json.js';
import type {
  DefinitionModel,
  Dialect,
  Model,
  PromptModel,
  ResourceTemplateModel,
  SchemaModel,
  ToolModel,
  UriMatcherModel,
} from '../../generator/core/model/model.js';
import { fromPlainJson } from './from-plain-json.js';

/** A schema as a test writes it; `undefined` members do not exist in JSON. */
export type PlainSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema of the model from plain data or, where key order or `__proto__` matter, from JSON text. */
export function schemaModel(schema: PlainSchema | string, dialect: Dialect = '2020-12'): SchemaModel {
  const plain: unknown = typeof schema === 'string' ? JSON.parse(schema) : schema;
  return { dialect, schema: fromPlainJson(plain) as SchemaModel['schema'] };
}

/** A definition; its name on the wire is its name. */
export function definitionModel(name: string, schema: PlainSchema | string, dialect?: Dialect): DefinitionModel {
  return { name, wireName: name, ...schemaModel(schema, dialect) };
}

/** A tool with a stub; `typeName` is also its name. */
export function toolModel(typeName: string, schemas: Partial<ToolModel> = {}): ToolModel {
  return { ...descriptor(typeName), name: typeName, input: schemaModel({ type: 'object' }), ...schemas };
}

/** A prompt that a handler answers. */
export function promptModel(typeName: string, argumentModels: PromptModel['arguments']): PromptModel {
  return { ...descriptor(typeName), name: typeName, arguments: argumentModels };
}

/** A resource template that a handler answers. */
export function templateModel(typeName: string, variables: Omit<UriMatcherModel, 'pattern'>): ResourceTemplateModel {
  return {
    ...descriptor(typeName),
    name: typeName,
    uriTemplate: `test://${typeName}`,
    matcher: { pattern: '', ...variables },
    variables: [],
  };
}

/** A model with nothing in it but what is given. */
export function buildModel(parts: Partial<Model>): Model {
  return {
    server: {
      name: 'test',
      version: '1.0.0',
    },
    tools: [],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    definitions: [],
    apis: [],
    variables: [],
    packages: [],
    ...parts,
  };
}

function descriptor(typeName: string): Pick<ToolModel, 'names' | 'extensions' | 'elicitations' | 'handler'> {
  return {
    names: { identifier: `handle${typeName}`, typeName, fileName: typeName.toLowerCase() },
    extensions: new Map<string, Json>(),
    elicitations: [],
    handler: { kind: 'stub' },
  };
}
