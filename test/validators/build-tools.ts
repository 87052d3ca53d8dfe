import type { Dialect, Model } from '../../generator/core/model/model.js';
import { buildModel, definitionModel, schemaModel, toolModel, type PlainSchema } from '../kit/build-model.js';

/** A tool with schemas in plain data; a `$ref` is `#/$defs/<name>`. */
export interface PlainTool {
  readonly name: string;
  readonly input: PlainSchema;
  readonly output?: PlainSchema;
  readonly dialect?: Dialect;
}

/** A model with nothing but tools and the definitions that they refer to. */
export function buildTools(
  tools: readonly PlainTool[],
  definitions: { readonly [name: string]: PlainSchema } = {},
  dialect: Dialect = '2020-12',
): Model {
  return buildModel({
    tools: tools.map(({ name, input, output, dialect: own = '2020-12' }) => ({
      ...toolModel(name.charAt(0).toUpperCase() + name.slice(1), { input: schemaModel(input, own) }),
      name,
      ...(output !== undefined && { output: schemaModel(output, own) }),
    })),
    definitions: Object.entries(definitions).map(([name, schema]) => definitionModel(name, schema, dialect)),
  });
}
