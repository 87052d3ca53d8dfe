import type {
  HandlerContext,
  HandlerSet,
  ServerDefinition,
  ToolDefinition,
  ToolTable,
  ValidationError,
  Validator,
} from '../../runtime/index.js';
import type { Descriptor } from '../../runtime/index.js';
import { defineFixture, type DefinitionFixture } from './fixture-lists.js';

type Check = (value: never) => readonly ValidationError[];

/** A validator of the shape that Ajv's standalone code has. */
export function makeValidator(check: Check): Validator {
  const validate: Validator & { errors?: readonly ValidationError[] | null } = (value: unknown) => {
    const errors = check(value as never);
    validate.errors = errors.length === 0 ? null : errors;
    return errors.length === 0;
  };
  return validate;
}

/** A definition whose tools are loaded in another way. */
export function loadToolsBy(definition: ServerDefinition, load: ToolTable['load']): ServerDefinition {
  return { ...definition, tools: { ...definition.tools, load } };
}

/** Accepts everything. */
export const anything: Validator = makeValidator(() => []);

/** A tool for one test: takes everything unless told otherwise. */
export function makeTool(
  name: string,
  overrides: Partial<ToolDefinition & Descriptor> = {},
): ToolDefinition & Descriptor {
  return {
    name,
    fields: { inputSchema: '{"type":"object"}' },
    validators: async () => ({ input: anything }),
    ...overrides,
  };
}

/** A definition with nothing in it but what a test puts there. */
export function makeDefinition(overrides: Partial<DefinitionFixture> = {}): ServerDefinition {
  const { prompts = [], resources = [], resourceTemplates = [] } = overrides;
  return defineFixture({
    server: { name: 'fixture', version: '1.2.3' },
    capabilities: { prompts: prompts.length > 0, resources: resources.length + resourceTemplates.length > 0 },
    tools: [],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    ...overrides,
  });
}

/** Handlers for {@link makeDefinition}. */
export function makeHandlers(overrides: { readonly [kind in keyof HandlerSet]?: object } = {}): HandlerSet {
  return { tools: {}, prompts: {}, resources: {}, resourceTemplates: {}, ...overrides } as HandlerSet;
}

/** A handler that throws. */
export const throwing = (thrown: unknown) => (): never => {
  throw thrown;
};

/** A server with a single tool, for tests that look at one handler. */
export function oneTool(
  // oxlint-disable-next-line typescript/no-explicit-any -- a test knows what it sends
  handler: (input: any, context: HandlerContext) => unknown,
  overrides: Partial<ToolDefinition & Descriptor> = {},
): { readonly definition: ServerDefinition; readonly handlers: HandlerSet } {
  return {
    definition: makeDefinition({ tools: [makeTool('probe', overrides)] }),
    handlers: makeHandlers({ tools: { probe: handler } }),
  };
}
