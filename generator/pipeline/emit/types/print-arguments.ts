import type { Model, ToolModel } from '../../../core/model/model.js';
import { nameTypes } from '../../../core/model/type-names.js';
import { visitParts } from '../../../core/schema/map-schema.js';
import { printDeclarations } from './print-declarations.js';
import { translateSchema } from './translate-schema.js';
import { TokenTable, type TypeSchema } from './type-schema.js';

/** Types of the arguments that a client sends, where they differ from the input of the handler. */
export interface PrintedArguments {
  readonly declarations: readonly string[];
  /** Names of the types by the names of the tools. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Prints types of arguments for tools whose validator fills in defaults: clients may leave those properties out.
 *
 * @param scope Prefix of the types of definitions, such as `types.`.
 */
export async function printArguments({ tools, definitions }: Model, scope: string): Promise<PrintedArguments> {
  const tokens = new TokenTable();
  const translate = (tool: ToolModel, table: TokenTable, fillsDefaults: boolean): TypeSchema => {
    const definitionTokens = new Map(definitions.map(({ name }) => [name, table.add(scope + name)]));
    const { schema, dialect } = tool.input;
    return translateSchema(schema, { tokens: table, definitionTokens, dialect, fillsDefaults });
  };
  const differing = tools.filter((tool) => {
    if (tool.handler.kind === 'discovery' || tool.advertisesDefaultsOnly === true || !hasDefault(tool)) return false;
    const [filled, sent] = [true, false].map((fills) => JSON.stringify(translate(tool, new TokenTable(), fills)));
    return filled !== sent;
  });
  const named = differing.map((tool) => [tool, nameTypes(tool.names.typeName).arguments] as const);
  const types = new Map(named.map(([tool, name]) => [tokens.add(name), translate(tool, tokens, false)]));
  return {
    declarations: types.size === 0 ? [] : await printDeclarations(types, tokens),
    names: new Map(named.map(([{ name }, typeName]) => [name, typeName])),
  };
}

function hasDefault({ input: { schema } }: ToolModel): boolean {
  let isFound = false;
  visitParts(schema, (part) => (isFound ||= part.has('default')));
  return isFound;
}
