import type { Model, ToolModel } from '../../../core/model/model.js';
import { nameTypes } from '../../../core/model/type-names.js';
import { visitParts } from '../../../core/schema/map-schema.js';
import { printDeclarations } from './print-declarations.js';
import { translateSchema } from './translate-schema.js';
import { TokenTable } from './type-schema.js';

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
  const definitionTokens = new Map(definitions.map(({ name }) => [name, tokens.add(scope + name)]));
  const translate = ({ input: { schema, dialect } }: ToolModel, fillsDefaults: boolean) =>
    translateSchema(schema, { tokens, definitionTokens, dialect, fillsDefaults });
  const differing = tools.flatMap((tool) => {
    if (tool.handler.kind === 'discovery' || tool.advertisesDefaultsOnly === true || !hasDefault(tool)) return [];
    const sent = translate(tool, false);
    const isSame = JSON.stringify(sent) === JSON.stringify(translate(tool, true));
    return isSame ? [] : [{ tool: tool.name, name: nameTypes(tool.names.typeName).arguments, type: sent }];
  });
  const types = new Map(differing.map(({ name, type }) => [tokens.add(name), type]));
  return {
    declarations: types.size === 0 ? [] : await printDeclarations(types, tokens),
    names: new Map(differing.map(({ tool, name }) => [tool, name])),
  };
}

function hasDefault({ input: { schema } }: ToolModel): boolean {
  let isFound = false;
  visitParts(schema, (part) => (isFound ||= part.has('default')));
  return isFound;
}
