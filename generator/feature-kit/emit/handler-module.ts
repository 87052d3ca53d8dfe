import path from 'node:path';
import type { DescriptorModel, FunctionModel, HandlerModel, Model, ToolModel } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { stringLiteral } from '../../core/code/escape.js';

/** Folders of a project. */
export interface ProjectPaths {
  /** Generated folder, relative to the root. */
  readonly out: string;
  /** Handlers folder, relative to the root. */
  readonly handlers: string;
}

export type HandlerKind = 'tools' | 'prompts' | 'resources' | 'completions' | 'lists';

/** A tool, prompt, resource or template with a handler. */
export interface Handled extends DescriptorModel {
  readonly handler: HandlerModel;
}

/** Returns the import specifier of a module for a file in `folder`; both paths are relative to the root. */
export function relativeSpecifier(folder: string, module: string): string {
  const relative = path.posix.relative(folder, module);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** Returns the module of a handler, relative to the root, and the name of its export. */
export function handlerModule(paths: ProjectPaths, kind: HandlerKind, { names, handler }: FunctionModel) {
  if (handler.kind === 'bound') return { module: handler.module, exportName: handler.exportName };
  if (handler.kind === 'declared') {
    return { module: path.posix.join(paths.out, handler.file), exportName: names.identifier };
  }
  return {
    module: path.posix.join(paths.handlers, kind, `${names.fileName}.ts`),
    exportName: names.identifier,
  };
}

/** Returns the import of a handler, or of a bound function, under the name of the handler. The module is empty if a tool has no handler. */
export function handlerImport(paths: ProjectPaths, kind: HandlerKind, handled: FunctionModel) {
  if (isForwarded(handled)) return { imported: '', module: '' };
  const { module, exportName } = handlerModule(paths, kind, handled);
  const { identifier } = handled.names;
  return {
    imported: exportName === identifier ? identifier : `${exportName} as ${identifier}`,
    module: stringLiteral(relativeSpecifier(paths.out, module)),
  };
}

/** Returns the name of a tool's result type; `undefined` for a tool without outputs. */
export function resultTypeName({ names, output, returns }: ToolModel): string | undefined {
  return output || returns ? nameTypes(names.typeName).result : undefined;
}

/**
 * Lists the entries of a model that have handlers, by the folder of their stubs. Unlisted operations are included only if the user
 * implements them.
 */
export function listHandled(model: Model) {
  return {
    tools: model.tools.filter((tool) => tool.handler.kind !== 'discovery' && !(tool.unlisted && isForwarded(tool))),
    prompts: model.prompts.filter(({ messages }) => !messages),
    resources: model.resources.filter(({ content }) => !content),
    resourceTemplates: model.resourceTemplates,
  };
}

/** Whether a tool calls an API without a handler. */
export function isForwarded({ handler }: { readonly handler: HandlerModel }): boolean {
  return handler.kind === 'forward' && !handler.isImplemented;
}

/** Whether a tool has no function of the user: its definition or an API document says what it does. */
export function isDeclared(tool: { readonly handler: HandlerModel }): boolean {
  return tool.handler.kind === 'declared' || isForwarded(tool);
}

/** Lists the tools that can call an API: those without a handler, and those that the user implements. */
export function listForwards(tools: readonly ToolModel[]) {
  const all = tools.filter(({ handler }) => handler.kind === 'forward');
  return { forwards: all.filter(isForwarded), implemented: all.filter((tool) => !isForwarded(tool)) };
}
