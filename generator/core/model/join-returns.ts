import type { Json } from './json.js';
import type { ReturnModel, SchemaModel } from './model.js';

/** Schema of an object with all named outputs. If their dialects differ, that of the first one counts, and any value fits the others. */
export function joinReturns(returns: readonly ReturnModel[]): SchemaModel {
  const dialect = returns[0]?.value.dialect ?? '2020-12';
  const properties = returns.map(({ name, value }): [string, Json] => [
    name,
    value.dialect === dialect ? value.schema : true,
  ]);
  return {
    dialect,
    schema: new Map<string, Json>([
      ['type', 'object'],
      ['properties', new Map(properties)],
      ['required', returns.map(({ name }) => name)],
    ]),
  };
}
