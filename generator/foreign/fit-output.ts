import type { Json } from '../model/json.js';
import type { SchemaModel } from '../model/model.js';
import type { DefinitionsByName } from '../emit/descriptors/wire-schema.js';
import { stripDefinitions, trimAnswerDefinitions } from './foreign-definitions.js';
import { measureSchema } from './measure-schema.js';
import { outlineSchema } from './outline-schema.js';
import { toSchema } from './to-schema.js';
import { stripSchema, trimAnswer } from './trim-schema.js';

/** An output schema in one of the forms that it can be told in, and what it refers to. */
export interface OutputForm {
  readonly output: SchemaModel;
  readonly definitions: DefinitionsByName;
  /** About the bytes that it has in a descriptor. */
  readonly bytes: number;
}

/**
 * The first form of an output schema that has no more than so many bytes, else the last. Each form accepts all that the schema
 * accepts; validators and types know the schema alone.
 */
export function fitOutput(output: SchemaModel, definitions: DefinitionsByName, maxBytes: number): OutputForm {
  let last: OutputForm = { output, definitions, bytes: 0 };
  for (const form of listOutputForms(output, definitions)) {
    last = form;
    if (form.bytes <= maxBytes) break;
  }
  return last;
}

/**
 * The forms of an output schema, the longest first: with descriptions, without them, then objects in it down to the second level, to
 * the first, and the type alone. The first two accept nothing else than the schema.
 */
export function* listOutputForms(output: SchemaModel, definitions: DefinitionsByName): Generator<OutputForm> {
  const formOf = (schema: Json, referred: DefinitionsByName): OutputForm => ({
    output: { ...output, schema: toSchema(schema) },
    definitions: referred,
    bytes: measureSchema(schema, referred),
  });
  yield formOf(trimAnswer(output.schema), trimAnswerDefinitions(definitions));
  const stripped = { schema: stripSchema(output.schema), definitions: stripDefinitions(definitions) };
  yield formOf(stripped.schema, stripped.definitions);
  for (const levels of [2, 1, 0]) yield formOf(outlineSchema(stripped.schema, stripped.definitions, levels), new Map());
}
