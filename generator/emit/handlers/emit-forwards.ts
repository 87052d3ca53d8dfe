import type { Model } from '../../model/model.js';
import { stringLiteral } from '../../code/escape.js';
import { jsonExpression } from '../../code/json-expression.js';
import type { RenderTemplate } from '../../code/templates.js';
import { listForwards } from './handler-module.js';

/** The text of `generated/forwards.ts`: how the operations of APIs are called. `undefined` when no tool calls one. */
export function emitForwards(model: Model, render: RenderTemplate): string | undefined {
  const { forwards, implemented } = listForwards(model.tools);
  if (forwards.length + implemented.length === 0) return undefined;
  const operations = model.tools.flatMap(({ name, handler }) =>
    handler.kind === 'forward'
      ? [{ tool: stringLiteral(name), api: handler.api, binding: jsonExpression(handler.operation) }]
      : [],
  );
  const used = new Set(operations.map(({ api }) => api));
  return render('generated/forwards.ts', {
    values: [
      ...(forwards.length > 0 ? ['createForward'] : []),
      ...(implemented.length > 0 ? ['withForward'] : []),
    ].join(', '),
    types: [
      'ForwardApi',
      ...(implemented.length > 0 ? ['ForwardingHandler'] : []),
      'ForwardOperation',
      'ToolHandler',
    ].join(', '),
    apis: model.apis
      .filter(({ name }) => used.has(name))
      .map(({ name, binding }) => ({ name, binding: jsonExpression(binding) })),
    operations,
    forwards: forwards.length > 0,
    implements: implemented.length > 0,
  });
}
