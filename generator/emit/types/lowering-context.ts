import type { Json } from '../../model/json.js';
import type { Dialect } from '../../model/model.js';
import type { JsonType } from './json-type.js';
import type { LoweredSchema } from './lowered-schema.js';
import type { TokenTable } from './token-table.js';

/** Where in which schema a subschema stands: what its meaning depends on besides itself. */
export interface LoweringContext {
  readonly dialect: Dialect;
  readonly tokens: TokenTable;
  /** The token of the type of each definition. */
  readonly definitionTokens: ReadonlyMap<string, string>;
  /** Whether the validator fills the defaults of properties here. */
  readonly fillsDefaults: boolean;
  /** What the schemas around it on the same value leave of the types; absent: all. */
  readonly types?: ReadonlySet<JsonType>;
  /** Puts a type aside that is printed on its own and then takes the place of the token that this returns. */
  readonly putAside: (lowered: LoweredSchema) => string;
}

/** Lowers a subschema: `lowerSchema`, as the functions for one type of value get it. */
export type LowerMember = (schema: Json, context: LoweringContext) => LoweredSchema;

/** The context of a schema on another value: a property, an item, … */
export function enterMember(context: LoweringContext): LoweringContext {
  const { types: _, ...rest } = context;
  return rest;
}
