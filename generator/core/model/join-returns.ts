import type { Json } from './json.js';
import type { ReturnModel, SchemaModel } from './model.js';

/**
 * Builds the schema of an object that contains all named outputs. The first output determines the dialect; an output
 * with another dialect allows any value.
 */
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
