import type { JsonObject } from '../../../core/model/json.js';
import { argumentSchema, inputSchema } from './argument-schemas.js';
import type { Catalog } from './catalog.js';
import type { PlannedColumn, TablePlan } from './plan-table.js';

/** Returns the arguments for the primary key; `undefined` if there is none, or a column cannot be compared. */
export function keyArguments({ key }: TablePlan, { product }: Catalog) {
  const properties = new Map<string, JsonObject>();
  for (const column of key) {
    const schema = argumentSchema(column, product, `Primary key.${describeColumn(column)}`);
    if (!schema || column.isArray || column.kind === 'json') return undefined;
    properties.set(column.argument, schema);
  }
  if (properties.size === 0) return undefined;
  const condition = key.map(({ sql, argument }) => `${sql} = {{${argument}}}`).join(' and ');
  return { properties, condition, input: inputSchema(properties, [...properties.keys()]) };
}

/** Returns the comment of a column and what it refers to, after a space; `''` if there is neither. */
export function describeColumn({ comment, target }: PlannedColumn): string {
  const refers = target === undefined ? undefined : `Refers to ${target}.`;
  return [comment && endSentence(comment), refers].flatMap((text) => (text === undefined ? [] : [` ${text}`])).join('');
}

/** Adds the comment of a table to a description. */
export function describe(sentence: string, { comment }: TablePlan): string {
  return comment === undefined ? sentence : `${sentence} ${endSentence(comment)}`;
}

function endSentence(text: string): string {
  return /[.!?…:;]$/u.test(text) ? text : `${text}.`;
}
