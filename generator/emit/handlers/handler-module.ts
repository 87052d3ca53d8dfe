import path from 'node:path';
import type { DescriptorModel, FunctionNames, HandlerModel, Model, ToolModel } from '../../model/model.js';
import { stringLiteral } from '../../code/escape.js';

/** Folders of a project. */
export interface ProjectPaths {
  /** Generated folder, relative to the root. */
  readonly out: string;
  /** Handlers folder, relative to the root. */
  readonly handlers: string;
}

export type HandlerKind = 'tools' | 'prompts' | 'resources' | 'completions';

/** Whatever is a function in a module. */
export interface HandlerFunction {
  readonly names: FunctionNames;
  readonly handler: HandlerModel;
}

/** A tool, prompt, resource or template that a handler answers. */
export interface Handled extends DescriptorModel {
  readonly handler: HandlerModel;
}

/** The specifier of a module for a file in `folder`, both relative to the root. */
export function relativeSpecifier(folder: string, module: string): string {
  const relative = path.posix.relative(folder, module);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** The module that holds a handler, and the name that it exports, relative to the root. */
export function handlerModule(paths: ProjectPaths, kind: HandlerKind, { names, handler }: HandlerFunction) {
  if (handler.kind === 'bound') return { module: handler.module, exportName: handler.exportName };
  return {
    module: path.posix.join(paths.handlers, kind, `${names.fileName}.ts`),
    exportName: names.identifier,
  };
}

/** How the wiring imports a handler: under its own name, whatever a bound function is called; no module if there is none. */
export function handlerImport(paths: ProjectPaths, kind: HandlerKind, handled: HandlerFunction) {
  if (isForwarded(handled)) return { imported: '', module: '' };
  const { module, exportName } = handlerModule(paths, kind, handled);
  const { identifier } = handled.names;
  return {
    imported: exportName === identifier ? identifier : `${exportName} as ${identifier}`,
    module: stringLiteral(relativeSpecifier(paths.out, module)),
  };
}

/** The name of the type of what a tool may answer; a tool without outputs has none. */
export function answerTypeName({ names, output, returns }: ToolModel): string | undefined {
  return output || returns ? `${names.typeName}Answer` : undefined;
}

/**
 * What a model has in its table of handlers, by the folder that their stubs lie in. Operations that are no tools of their own
 * are in it where the user answers them.
 */
export function listHandled(model: Model) {
  return {
    tools: model.tools.filter((tool) => tool.handler.kind !== 'discovery' && !(tool.catalogued && isForwarded(tool))),
    prompts: model.prompts.filter(({ messages }) => !messages),
    resources: model.resources.filter(({ content }) => !content),
    resourceTemplates: model.resourceTemplates,
  };
}

/** Whether a tool is answered by calling an API, so that there is no handler to write. */
export function isForwarded({ handler }: { readonly handler: HandlerModel }): boolean {
  return handler.kind === 'forward' && !handler.isImplemented;
}

/** The tools that can call an API: those that do nothing else, and those that the user implements. */
export function listForwards(tools: readonly ToolModel[]) {
  const all = tools.filter(({ handler }) => handler.kind === 'forward');
  return { forwards: all.filter(isForwarded), implemented: all.filter((tool) => !isForwarded(tool)) };
}
