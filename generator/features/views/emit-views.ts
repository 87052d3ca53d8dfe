import path from 'node:path';
import { stringLiteral } from '../../core/code/escape.js';
import type { GeneratedFile, StubFile } from '../../core/code/generated-file.js';
import { memberViews, objectExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { isForModel, toolUi, viewsOf, type ViewModel } from './views-part.js';
import type { ToolFields } from '../../feature-kit/descriptors/descriptor-fields.js';
import { relativeSpecifier, type ProjectPaths } from '../../feature-kit/emit/handler-module.js';

/** Folder in the generated folder for modules that views import. */
const viewsFolder = 'views';

/**
 * Emits two modules for each view: one that the view imports, and one that the server loads for the page. Returns `[]`
 * without views.
 *
 * @param describeTool Returns the descriptor of a tool.
 */
export function emitViews(
  model: Model,
  describeTool: (tool: ToolModel) => ToolFields,
  paths: ProjectPaths,
  render: RenderTemplate,
): readonly GeneratedFile[] {
  return viewsOf(model).flatMap((view) => [
    { path: `${viewsFolder}/${view.fileName}.ts`, content: emitBindings(model, view, describeTool, render) },
    { path: pageModuleOf(view), content: emitViewPage(view, paths, render) },
  ]);
}

/** Returns the path of the module with a view's page, relative to the generated folder. */
export function pageModuleOf({ fileName }: ViewModel): string {
  return `view-pages/${fileName}.ts`;
}

/**
 * Lists tools whose results a view shows: those that the model can call, or, if there are none, all that name the view.
 */
function listShown({ tools }: Pick<Model, 'tools'>, { name }: ViewModel): readonly ToolModel[] {
  const viewTools = listedTools({ tools }).filter((tool) => toolUi.of(tool)?.view === name);
  const forModel = viewTools.filter(isForModel);
  return forModel.length > 0 ? forModel : viewTools;
}

/** Lists tools that views cannot call: model-only tools, and those of discover mode and code mode. */
function listHidden({ tools }: Pick<Model, 'tools'>): readonly ToolModel[] {
  return listedTools({ tools }).filter(
    (tool) => tool.handler.kind === 'discovery' || !(toolUi.of(tool)?.visibility?.includes('app') ?? true),
  );
}

function emitBindings(
  model: Model,
  view: ViewModel,
  describeTool: (tool: ToolModel) => ToolFields,
  render: RenderTemplate,
): string {
  const shown = listShown(model, view).map(({ name }) => name);
  const hidden = listHidden(model);
  const { name, version } = model.server;
  const wrapped = listedTools(model).filter((tool) => describeTool(tool).wrapsLegacyOutput);
  return render('generated/view.ts', {
    typeName: view.typeName,
    shown: unionOf(shown),
    callable: hidden.length === 0 ? 'Tools' : `Omit<Tools, ${unionOf(hidden.map((tool) => tool.name))}>`,
    facts: objectExpression(
      memberViews({
        name: `${name}/${view.name}`,
        version,
        tools: shown,
        wrapped: wrapped.length > 0 ? wrapped.map((tool) => tool.name) : undefined,
      }),
    ),
  });
}

function unionOf(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map(stringLiteral).join(' | ');
}

function emitViewPage(
  { entry, scripts, uri, settings }: ViewModel,
  { out }: ProjectPaths,
  render: RenderTemplate,
): string {
  const folder = path.posix.join(out, 'view-pages');
  return render('generated/view-page.ts', {
    entry: stringLiteral(relativeSpecifier(folder, entry)),
    // A path that contains one of these characters cannot be written in a `/// <reference>` comment. The file is still
    // checked if another file imports it.
    scripts: scripts
      .filter((script) => /^[^"<>\p{C}]+$/u.test(script))
      .map((script) => relativeSpecifier(folder, script)),
    members: memberViews({
      uri,
      meta: settings.size > 0 ? new Map([['ui', settings]]) : undefined,
    }),
  });
}

/** Emits the initial files of views, which work without changes and show results as text. */
export function emitViewStubs(model: Model, { out }: ProjectPaths, render: RenderTemplate): readonly StubFile[] {
  return viewsOf(model).flatMap((view) =>
    view.stubs.map((name) => {
      const bindings = path.posix.join(out, viewsFolder, `${view.fileName}.ts`);
      return {
        path: `${view.path}/${name}`,
        complete: true,
        content: render(`views/${name}`, {
          title: view.name,
          typeName: view.typeName,
          module: stringLiteral(relativeSpecifier(view.path, bindings)),
        }),
      };
    }),
  );
}
