import path from 'node:path';
import type { DescriptorModel, FunctionModel, HandlerModel, Model, ToolModel } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { stringLiteral } from '../../core/code/escape.js';

/** Folders of a project, relative to the root. */
export interface ProjectPaths {
  /** Path of the generated folder. */
  readonly out: string;
  /** Path of the handlers folder. */
  readonly handlers: string;
}

export type HandlerKind = 'tools' | 'prompts' | 'resources' | 'completions' | 'lists';

/** A tool, prompt, resource or template with a handler. */
export interface Handled extends DescriptorModel {
  readonly handler: HandlerModel;
}

/** Returns the specifier with which a file in `folder` imports a module. Both paths are relative to the root. */
export function relativeSpecifier(folder: string, module: string): string {
  const relative = path.posix.relative(folder, module);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** Returns the export name of a handler and its module path relative to the root. */
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

/**
 * Returns the import of a handler or bound function under the handler name. The module is `''` if a tool has no
 * handler.
 */
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
 * Lists the entries that have handlers, by the folder of their stubs. An unlisted operation is included only if the
 * user implements it.
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

/** Whether a tool has no user function, because its definition or an API document specifies what it does. */
export function isDeclared(tool: { readonly handler: HandlerModel }): boolean {
  return tool.handler.kind === 'declared' || isForwarded(tool);
}

/** Lists the tools that can call an API: tools without a handler, and API tools that the user implements. */
export function listForwards(tools: readonly ToolModel[]) {
  const all = tools.filter(({ handler }) => handler.kind === 'forward');
  return { forwards: all.filter(isForwarded), implemented: all.filter((tool) => !isForwarded(tool)) };
}
