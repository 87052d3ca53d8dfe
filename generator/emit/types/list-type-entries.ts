import type {
  DescriptorModel,
  Model,
  PromptModel,
  ResourceTemplateModel,
  ReturnModel,
  SchemaModel,
  ToolModel,
} from '../../model/model.js';
import { addComment } from './add-comment.js';
import { buildObject } from './lower-object.js';
import { lowerSchema } from './lower-schema.js';
import type { LoweredSchema } from './lowered-schema.js';
import { lowerToText } from './lowered-schema.js';
import type { LoweringContext } from './lowering-context.js';
import type { TokenTable } from './token-table.js';

/** One exported type of `types.ts`, before it is lowered. */
export interface TypeEntry {
  readonly name: string;
  /** Stands for the name while types are printed. */
  readonly token: string;
  /** Lowers what the type says; types that are printed on their own are handed to `putAside`. */
  readonly lower: (putAside: LoweringContext['putAside']) => LoweredSchema;
}

/** The exported types of a model in the order of their declarations: definitions, tools, prompts, resource templates. */
export function listTypeEntries(model: Model, tokens: TokenTable): TypeEntry[] {
  const name = (typeName: string, lower: TypeEntry['lower']): TypeEntry => ({
    name: typeName,
    token: tokens.add(typeName),
    lower,
  });
  const shared: SharedContext = {
    tokens,
    definitionTokens: new Map(model.definitions.map((definition) => [definition.name, tokens.add(definition.name)])),
    fillsDefaults: false,
  };
  return [
    ...model.definitions.map((definition) => name(definition.name, lowerModel(definition, shared))),
    ...listTypedTools(model).flatMap(({ names, input, output, returns, keepsAbsent }) => [
      name(`${names.typeName}Input`, lowerModel(input, { ...shared, fillsDefaults: keepsAbsent !== true })),
      ...(output ? [name(`${names.typeName}Output`, lowerModel(output, shared))] : []),
      ...(returns && !output ? [name(`${names.typeName}Output`, lowerReturns(returns, shared))] : []),
    ]),
    ...listAsking(model).flatMap(({ elicitations }) =>
      elicitations.flatMap(({ typeName, requestedSchema: schema }) =>
        schema === undefined ? [] : [name(typeName, lowerModel({ dialect: '2020-12', schema }, shared))],
      ),
    ),
    ...model.prompts
      .filter(({ messages }) => messages === undefined)
      .map((prompt) => name(`${prompt.names.typeName}Arguments`, lowerArguments(prompt, tokens))),
    ...model.resourceTemplates.map((template) =>
      name(`${template.names.typeName}Variables`, lowerVariables(template, tokens)),
    ),
  ];
}

/** The runtime itself answers the others: nobody needs their types. */
function listTypedTools({ tools }: Model): readonly ToolModel[] {
  return tools.filter(({ handler }) => handler.kind !== 'discovery');
}

/** Everything that may have questions. */
function listAsking(model: Model): readonly DescriptorModel[] {
  return [...model.tools, ...model.prompts, ...model.resources, ...model.resourceTemplates];
}

type SharedContext = Omit<LoweringContext, 'dialect' | 'putAside'>;

function lowerModel({ schema, dialect }: SchemaModel, shared: SharedContext): TypeEntry['lower'] {
  return (putAside) => lowerSchema(schema, { ...shared, dialect, putAside });
}

function lowerReturns(returns: readonly ReturnModel[], shared: SharedContext): TypeEntry['lower'] {
  return (putAside) => {
    const properties = returns.map(({ name, value }) => ({
      name,
      isRequired: true,
      type: lowerModel(value, shared)(putAside),
    }));
    return buildObject(properties, shared.tokens, undefined, 'never');
  };
}

function lowerArguments(prompt: PromptModel, tokens: TokenTable): TypeEntry['lower'] {
  return () => {
    const properties = prompt.arguments.map(({ name, description, required }) => ({
      name,
      isRequired: required,
      type: addComment({ type: 'string' }, description, tokens),
    }));
    return buildObject(properties, tokens, undefined, 'never');
  };
}

function lowerVariables({ matcher, variables }: ResourceTemplateModel, tokens: TokenTable): TypeEntry['lower'] {
  const { path, query } = matcher;
  const descriptions = new Map(variables.map(({ name, description }) => [name, description]));
  const all = [
    ...path.map((variable) => ({ ...variable, isRequired: variable.optional !== true })),
    ...query.map((variable) => ({ ...variable, isRequired: false })),
  ];
  return () => {
    const properties = all.map(({ name, separator, isRequired }) => {
      const type: LoweredSchema = separator === undefined ? { type: 'string' } : lowerToText('readonly string[]');
      return { name, isRequired, type: addComment(type, descriptions.get(name), tokens) };
    });
    return buildObject(properties, tokens, undefined, 'never');
  };
}
