import type { Json } from '../../../core/model/json.js';
import type { Model, OutputFormModel, SchemaModel, ToolModel } from '../../../core/model/model.js';
import { mapByName, type DefinitionsByName } from '../../../core/schema/wire-schema.js';
import { measureSchema } from './measure-schema.js';
import { outlineSchema } from './outline-schema.js';
import { stripDefinitions, stripSchema, toSchema, trimOutput, trimOutputDefinitions } from './trim-schema.js';

/** An advertised output schema with the definitions that it refers to. */
interface FormedOutput {
  readonly output: SchemaModel;
  readonly definitions: DefinitionsByName;
}

/**
 * Forms of an output schema, longest first. Each form accepts every value that the schema accepts; the first two forms
 * accept no other values.
 */
export const outputForms: readonly OutputFormModel[] = ['trimmed', 'stripped', 'two levels', 'one level', 'type'];

const levels = { 'two levels': 2, 'one level': 1, type: 0 } as const;

/** Converts an output schema to a form for its descriptor. Validators and types use the full schema. */
export function formOutput(output: SchemaModel, definitions: DefinitionsByName, form: OutputFormModel): FormedOutput {
  const formed = (schema: Json, referred: DefinitionsByName): FormedOutput => ({
    output: { ...output, schema: toSchema(schema) },
    definitions: referred,
  });
  if (form === 'trimmed') return formed(trimOutput(output.schema), trimOutputDefinitions(definitions));
  if (form === 'stripped') return formed(stripSchema(output.schema), stripDefinitions(definitions));
  return formed(outlineSchema(output.schema, definitions, levels[form]), new Map());
}

/**
 * Size budgets of an output schema in bytes. They are widely spaced, so that a growing API rarely drops to the next budget.
 */
const budgets = [32_768, 16_384, 8192, 4096, 2048, 1024, 512] as const;

/** Maximum total size, in bytes, of the output schemas of an API that share a budget. */
const maxTotal = 262_144;

/**
 * Chooses the output form of each tool that has an output budget but no form yet. An output schema with its own budget
 * gets the largest form that fits. Schemas with a shared budget get the largest form that keeps their total within
 * `maxTotal` bytes, or else the smallest form.
 */
export function chooseOutputForms(model: Model): Model {
  const definitions = mapByName(model.definitions);
  const sizes = new Map(
    model.tools.flatMap((tool) => {
      const { output, outputBudget, outputForm } = tool;
      return output && outputBudget && !outputForm ? [[tool, measureForms(output, definitions)] as const] : [];
    }),
  );
  const shared = new Map(
    model.apis.map(({ name }) => {
      const sizesOfTool = [...sizes].filter(([tool]) => tool.outputBudget === 'shared' && apiOf(tool) === name);
      return [name, chooseBudget(sizesOfTool.map(([, bytes]) => bytes))] as const;
    }),
  );
  const tools = model.tools.map((tool): ToolModel => {
    const bytes = sizes.get(tool);
    const budget = (tool.outputBudget === 'shared' && shared.get(apiOf(tool) ?? '')) || budgets[0];
    return bytes ? { ...tool, outputForm: outputForms[chooseForm(bytes, budget)] ?? 'type' } : tool;
  });
  return { ...model, tools };
}

function apiOf({ handler }: ToolModel): string | undefined {
  return handler.kind === 'forward' ? handler.api : undefined;
}

/** Measures a schema in each form, stopping at the first form that fits every budget. */
function measureForms(output: SchemaModel, definitions: DefinitionsByName): readonly number[] {
  const sizes: number[] = [];
  for (const form of outputForms) {
    const formed = formOutput(output, definitions, form);
    const bytes = measureSchema(formed.output.schema, formed.definitions);
    sizes.push(bytes);
    if (bytes <= Math.min(...budgets)) break;
  }
  return sizes;
}

/** Returns the index of the longest form within a budget, or else of the shortest form. */
function chooseForm(sizes: readonly number[], budget: number): number {
  const index = sizes.findIndex((bytes) => bytes <= budget);
  return index < 0 ? sizes.length - 1 : index;
}

function chooseBudget(sizes: readonly (readonly number[])[]): number {
  const totalOf = (budget: number) =>
    sizes.reduce((total, sizesOfTool) => total + (sizesOfTool[chooseForm(sizesOfTool, budget)] ?? 0), 0);
  return budgets.find((budget) => totalOf(budget) <= maxTotal) ?? Math.min(...budgets);
}
