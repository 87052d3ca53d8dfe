import { stringLiteral } from '../../core/code/escape.js';
import { memberViews, objectExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { ExampleModel, Model, ToolModel } from '../../core/model/model.js';
import { nameExample } from './validators/list-jobs.js';

/** Emits `examples.ts`, which contains the examples that serve as tests; `undefined` if there are none. */
export function emitExamples(model: Model, render: RenderTemplate): string | undefined {
  const tested = listedTools(model).flatMap((tool) =>
    (tool.examples ?? []).flatMap((example, index) =>
      example.output === undefined && example.outputSchema === undefined ? [] : [{ tool, example, index }],
    ),
  );
  if (tested.length === 0) return undefined;
  return render('generated/examples.ts', {
    validators: tested.flatMap(({ tool, example, index }) => (example.outputSchema ? nameExample(tool, index) : [])),
    examples: tested.map(({ tool, example, index }) => exampleExpression(tool, example, index)),
  });
}

function exampleExpression(tool: ToolModel, { title, input, output, outputSchema }: ExampleModel, index: number) {
  const name = `${tool.name}: ${title ?? `example ${index + 1}`}`;
  const members = memberViews({ input, output }, { validate: outputSchema && nameExample(tool, index) });
  const named = memberViews({}, { name: stringLiteral(name), tool: stringLiteral(tool.name) });
  return objectExpression([...named, ...members]) ?? '';
}
