import type { Json } from '../model/json.js';
import type { OutputFormModel, SchemaModel } from '../model/model.js';
import type { DefinitionsByName } from '../schema/wire-schema.js';
import { stripDefinitions, trimAnswerDefinitions } from './foreign-definitions.js';
import { outlineSchema } from './outline-schema.js';
import { toSchema } from './to-schema.js';
import { stripSchema, trimAnswer } from './trim-schema.js';

/** An output schema in one of the forms that it can be told in, and what it refers to. */
export interface FormedOutput {
  readonly output: SchemaModel;
  readonly definitions: DefinitionsByName;
}

/** The forms of an output schema, the longest first. Each accepts all that the schema accepts, and the first two nothing else. */
export const outputForms: readonly OutputFormModel[] = ['trimmed', 'stripped', 'two levels', 'one level', 'type'];

const levels = { 'two levels': 2, 'one level': 1, type: 0 } as const;

/** An output schema in one of its forms; validators and types know the schema alone. */
export function formOutput(output: SchemaModel, definitions: DefinitionsByName, form: OutputFormModel): FormedOutput {
  const formed = (schema: Json, referred: DefinitionsByName): FormedOutput => ({
    output: { ...output, schema: toSchema(schema) },
    definitions: referred,
  });
  if (form === 'trimmed') return formed(trimAnswer(output.schema), trimAnswerDefinitions(definitions));
  if (form === 'stripped') return formed(stripSchema(output.schema), stripDefinitions(definitions));
  return formed(outlineSchema(output.schema, definitions, levels[form]), new Map());
}
