import path from 'node:path';
import type { Model, ToolModel } from '../../../core/model/model.js';
import { commentLines, docComment, stringLiteral } from '../../../core/code/escape.js';
import { listResultRenames, type NamingPaths } from '../deprecated-names.js';
import { features } from '../../../features.js';
import type { RenderTemplate } from '../../../core/code/templates.js';
import type { StubFile } from '../../../core/code/generated-file.js';
import {
  listCompletionHandlers,
  listListHandlers,
  type HandledCompletion,
  type HandledList,
} from './completion-handlers.js';
import {
  handlerModule,
  isDeclared,
  listHandled,
  relativeSpecifier,
  resultTypeName,
  type Handled,
  type HandlerKind,
  type ProjectPaths,
} from '../../../feature-kit/emit/handler-module.js';

/** Emits the initial versions of handler files. Paths are relative to the project root. */
export function emitStubs(model: Model, paths: NamingPaths, render: RenderTemplate): readonly StubFile[] {
  const handled = listHandled(model);
  const completed = listCompletionHandlers(model);
  const stub = (kind: HandlerKind, template: string, entry: Handled, name: string, tool?: ToolModel) =>
    emitStub(paths, kind, template, { ...entry, name, tool }, render);
  return [
    emitServerStub(paths, render),
    ...handled.tools.flatMap((tool) => stub('tools', templateOf(tool), tool, tool.name, tool)),
    ...handled.prompts.flatMap((prompt) => stub('prompts', 'prompt', prompt, prompt.name)),
    ...handled.resources.flatMap((resource) => stub('resources', 'resource', resource, resource.uri)),
    ...handled.resourceTemplates.flatMap((template) =>
      stub('resources', 'resource-template', template, template.uriTemplate),
    ),
    ...[...completed.prompts, ...completed.resourceTemplates]
      .flatMap(({ members }) => members)
      .flatMap((member) => emitCompletionStub(paths, member, render)),
    ...listListHandlers(model).flatMap((list) => emitListStub(paths, list, render)),
  ];
}

/** Returns the template of a stub. The stub of an API operation calls the API, and that of a declared tool its declaration. */
function templateOf({ handler }: Handled): string {
  if (handler.kind === 'stub' && handler.start !== undefined) return 'started-tool';
  return handler.kind === 'forward' ? 'forwarding-tool' : 'tool';
}

interface StubSubject extends Handled {
  readonly name: string;
  readonly tool: ToolModel | undefined;
}

/** Emits a stub; none for bound functions and declared tools. */
function emitStub(
  paths: NamingPaths,
  kind: HandlerKind,
  template: string,
  entry: StubSubject,
  render: RenderTemplate,
): readonly StubFile[] {
  const { names, description, handler, name, tool } = entry;
  if (handler.kind === 'bound' || isDeclared(entry)) return [];
  const { module, exportName } = handlerModule(paths, kind, entry);
  const content = render(`handlers/${template}.ts`, {
    handlers: handlersImport(paths, module),
    start: handler.kind === 'stub' && handler.start && generatedImport(paths, module, handler.start),
    doc: docComment(description),
    identifier: exportName,
    typeName: names.typeName,
    resultType: (tool && resultTypeName(tool)) ?? '',
    script: scriptLines(tool?.script),
    hints: tool ? features.flatMap(({ stubHints }) => stubHints?.(tool) ?? []) : [],
    name: stringLiteral(name),
    companion: tool?.companion?.exportName ?? '',
    companionDoc: docComment(tool?.companion?.doc),
  });
  const { former } = names;
  const renames = new Map([
    ...(former ? [[former.identifier, names.identifier] as const, [former.typeName, names.typeName] as const] : []),
    ...(tool ? listResultRenames(tool, paths) : []),
  ]);
  return [
    {
      path: module,
      content,
      ...(tool?.script !== undefined && { scriptOf: tool.name }),
      // It calls what its definition declares.
      ...(handler.kind === 'stub' && handler.start !== undefined && { complete: true }),
      ...(renames.size > 0 && { renames }),
    },
  ];
}

/** Returns the module specifier with which a stub imports `handlers.ts`, as a string literal. */
function handlersImport(paths: ProjectPaths, stub: string): string {
  return generatedImport(paths, stub, 'handlers.ts');
}

function generatedImport({ out }: ProjectPaths, stub: string, file: string): string {
  return stringLiteral(relativeSpecifier(path.posix.dirname(stub), path.posix.join(out, file)));
}

/** Maximum number of script lines in a stub. */
const maxScriptLines = 400;

/** Returns a script as comment lines. If lines are omitted, the last line shows how many. */
function scriptLines(script: string | undefined): readonly string[] {
  if (script === undefined) return [];
  const lines = commentLines(script);
  const shown = lines.slice(0, maxScriptLines).map((line) => (line === '' ? '' : `   ${line}`));
  return lines.length > shown.length ? [...shown, ` … and ${lines.length - shown.length} more lines.`] : shown;
}

/** Emits the stub of a completion function. The stub suggests nothing. */
function emitCompletionStub(
  paths: ProjectPaths,
  { name, description, ...handled }: HandledCompletion,
  render: RenderTemplate,
): readonly StubFile[] {
  if (handled.handler.kind !== 'stub') return [];
  const { module, exportName } = handlerModule(paths, 'completions', handled);
  const about = description === undefined || description.trim() === '' ? '.' : `: ${description}`;
  const content = render('handlers/completion.ts', {
    handlers: handlersImport(paths, module),
    doc: docComment(`Suggests values of \`${name}\`${about}`),
    identifier: exportName,
  });
  return [{ path: module, content }];
}

/** Emits the stub of a list function. The stub lists nothing. */
function emitListStub(
  paths: ProjectPaths,
  { uriTemplate, ...list }: HandledList,
  render: RenderTemplate,
): readonly StubFile[] {
  if (list.handler.kind !== 'stub') return [];
  const { module, exportName } = handlerModule(paths, 'lists', list);
  const doc = docComment(`Lists the resources of \`${uriTemplate}\`.`);
  return [
    {
      path: module,
      content: render('handlers/list.ts', { handlers: handlersImport(paths, module), doc, identifier: exportName }),
    },
  ];
}

function emitServerStub(paths: ProjectPaths, render: RenderTemplate): StubFile {
  const file = path.posix.join(paths.handlers, 'server.ts');
  return {
    path: file,
    content: render('handlers/server.ts', { handlers: handlersImport(paths, file) }),
    complete: true,
  };
}
