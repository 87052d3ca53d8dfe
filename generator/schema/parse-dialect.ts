import type { Dialect } from '../model/model.js';

/** The dialect that a `$schema` names; `undefined` when it is not one of the two that are supported. */
export function parseDialect(schema: string): Dialect | undefined {
  const address = schema.replace(/^https?:\/\//u, '').replace(/#$/u, '');
  if (address === 'json-schema.org/draft/2020-12/schema') return '2020-12';
  return address === 'json-schema.org/draft-07/schema' ? 'draft-07' : undefined;
}
