import type { Json } from '../model/json.js';
import type { DefinitionModel } from '../model/model.js';
import type { DefinitionsByName } from '../schema/wire-schema.js';
import { toSchema } from './to-schema.js';
import { stripSchema, trimAnswer, trimSchema } from './trim-schema.js';

/** Definitions as descriptors of arguments tell them; the same ones for the same definitions. */
export const trimDefinitions = mapDefinitions(({ schema, wireName }) => trimSchema(schema, wireName));

/** Definitions as descriptors of answers tell them. */
export const trimAnswerDefinitions = mapDefinitions(({ schema, wireName }) => trimAnswer(schema, wireName));

/** Definitions without a word about them. */
export const stripDefinitions = mapDefinitions(({ schema }) => stripSchema(schema));

/** Many tools share definitions, which are mapped once. */
function mapDefinitions(mapping: (definition: DefinitionModel) => Json): (all: DefinitionsByName) => DefinitionsByName {
  const known = new WeakMap<DefinitionsByName, DefinitionsByName>();
  return (all) => {
    const earlier = known.get(all);
    if (earlier) return earlier;
    const mapped = new Map([...all].map(([name, one]) => [name, { ...one, schema: toSchema(mapping(one)) }]));
    known.set(all, mapped);
    return mapped;
  };
}
