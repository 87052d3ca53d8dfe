import { mapByName } from '../emit/descriptors/wire-schema.js';
import type { Model, ToolModel } from '../model/model.js';
import { listOutputForms, type OutputForm } from './fit-output.js';

/** Bytes that an output schema may have in a descriptor. They are far apart, so that an API that grows seldom gets to the next. */
const budgets: readonly number[] = [32_768, 16_384, 8192, 4096, 2048, 1024];

/** The budget of an API with so many tools that no other one is enough. */
const smallestBudget = 512;

/** Bytes that the output schemas of one API may have together. */
const maximalTotal = 262_144;

/**
 * A model in which the output schemas of an API are short enough together for a list of its tools: all its tools have the largest of
 * a few budgets with which they are, or the smallest of these.
 */
export function budgetOutputs(model: Model): Model {
  const definitions = mapByName(model.definitions);
  const chosen = new Map(
    model.apis.map(({ name }) => {
      const own = model.tools.filter((tool) => isSharing(tool, name));
      const measures = own.flatMap(({ output }) =>
        output ? [measureForms(listOutputForms(output, definitions))] : [],
      );
      return [name, chooseBudget(measures)] as const;
    }),
  );
  const tools = model.tools.map((tool): ToolModel => {
    const [, maxOutputSchema] = [...chosen].find(([api]) => isSharing(tool, api)) ?? [];
    return maxOutputSchema === undefined ? tool : { ...tool, maxOutputSchema };
  });
  return { ...model, tools };
}

function isSharing({ handler, sharesOutputBudget }: ToolModel, api: string): boolean {
  return sharesOutputBudget === true && handler.kind === 'forward' && handler.api === api;
}

/** The bytes that a schema has within a budget. */
type Measure = (budget: number) => number;

function chooseBudget(measures: readonly Measure[]): number {
  const isEnough = (budget: number) => measures.reduce((total, measure) => total + measure(budget), 0) <= maximalTotal;
  return budgets.find(isEnough) ?? smallestBudget;
}

/** Forms are only made as far as they are asked for. */
function measureForms(forms: Iterator<OutputForm>): Measure {
  const known: number[] = [];
  return (budget) => {
    for (;;) {
      const fitting = known.find((bytes) => bytes <= budget);
      if (fitting !== undefined) return fitting;
      const next = forms.next();
      if (next.done) return known.at(-1) ?? 0;
      known.push(next.value.bytes);
    }
  };
}
