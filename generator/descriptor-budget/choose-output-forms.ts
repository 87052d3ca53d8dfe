import { mapByName, type DefinitionsByName } from '../schema/wire-schema.js';
import type { Model, OutputFormModel, SchemaModel, ToolModel } from '../model/model.js';
import { measureSchema } from './measure-schema.js';
import { formOutput, outputForms } from './output-forms.js';

/** Bytes that an output schema may have in a descriptor. They are far apart, so that an API that grows seldom gets to the next. */
const budgets = [32_768, 16_384, 8192, 4096, 2048, 1024] as const;

/** The budget of an API with so many tools that no other one is enough. */
const smallestBudget = 512;

/** Bytes that the output schemas of one API may have together. */
const maximalTotal = 262_144;

/**
 * A model with the forms in which output schemas of others are told. The largest budget is that of a schema on its own. Those that share
 * one are short enough together for a list of the tools of their API: all have the largest budget with which they are, or the
 * smallest. What has a form keeps it.
 */
export function chooseOutputForms(model: Model): Model {
  const definitions = mapByName(model.definitions);
  const measures = new Map(
    model.tools.flatMap((tool) => {
      const { output, outputBudget, outputForm } = tool;
      return output && outputBudget && !outputForm ? [[tool, measureForms(output, definitions)] as const] : [];
    }),
  );
  const shared = new Map(
    model.apis.map(({ name }) => {
      const own = [...measures].filter(([tool]) => tool.outputBudget === 'shared' && apiOf(tool) === name);
      return [name, chooseBudget(own.map(([, measure]) => measure))] as const;
    }),
  );
  const tools = model.tools.map((tool): ToolModel => {
    const budget = (tool.outputBudget === 'shared' && shared.get(apiOf(tool) ?? '')) || budgets[0];
    const chosen = measures.get(tool)?.(budget);
    return chosen ? { ...tool, outputForm: chosen.form } : tool;
  });
  return { ...model, tools };
}

function apiOf({ handler }: ToolModel): string | undefined {
  return handler.kind === 'forward' ? handler.api : undefined;
}

interface MeasuredForm {
  readonly form: OutputFormModel;
  readonly bytes: number;
}

/** The longest form of a schema that is within a budget, or the shortest of all. */
type Measure = (budget: number) => MeasuredForm;

function chooseBudget(measures: readonly Measure[]): number {
  const isEnough = (budget: number) =>
    measures.reduce((total, measure) => total + measure(budget).bytes, 0) <= maximalTotal;
  return budgets.find(isEnough) ?? smallestBudget;
}

/** Forms are only made as far as they are asked for. */
function measureForms(output: SchemaModel, definitions: DefinitionsByName): Measure {
  const known: MeasuredForm[] = [];
  return (budget) => {
    const measure = (form: OutputFormModel, index: number) => (known[index] ??= measureForm(output, definitions, form));
    const fitting = outputForms.findIndex((form, index) => measure(form, index).bytes <= budget);
    return known.at(fitting) ?? measure('type', outputForms.length - 1);
  };
}

function measureForm(output: SchemaModel, definitions: DefinitionsByName, form: OutputFormModel): MeasuredForm {
  const formed = formOutput(output, definitions, form);
  return { form, bytes: measureSchema(formed.output.schema, formed.definitions) };
}
