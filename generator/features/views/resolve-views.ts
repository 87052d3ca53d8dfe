import { didYouMean } from '../../core/diagnostics/suggest.js';
import { joinPath } from '../../core/source/references.js';
import { printInstall } from '../../feature-kit/load/package-manager.js';
import { pageModuleOf } from './emit-views.js';
import { appsPackage, appsPeers, stubNames, viewFiles } from './view-files.js';
import { isJsonArray, type Json, type JsonObject } from '../../core/model/json.js';
import type { ResourceModel, ToolModel, ToolUiModel, ViewModel, Visibility } from '../../core/model/model.js';
import { formNames, splitWords, toPascalCase } from '../../feature-kit/resolve/form-names.js';
import { objectAt, textsAt } from '../../core/source/read-values.js';
import { childOf, entryOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { report, type Resolution, type ViewUse } from '../../feature-kit/definition/resolve-entry.js';

/**
 * Reads `ui` of a tool and records the use of its view.
 *
 * @returns No member when the tool has no `ui`. The URI of the view is added by {@link addUris}.
 */
export function readUi(resolution: Resolution, tool: SourceNode): { readonly ui?: ToolUiModel } {
  const ui = entryOf(tool, 'ui');
  if (!ui || ui.value.kind !== 'map') return {};
  const meta = childOf(tool, '_meta');
  for (const key of ['ui', 'ui/resourceUri']) {
    const entry = entryOf(meta, key);
    const help = 'Remove it: `ui` of the tool makes it.';
    const message = `\`${key}\` of \`_meta\` and \`ui\` of the tool exclude each other.`;
    if (entry) report(resolution, 'conflicting-keys', entry.keyLocation, message, { help });
  }
  const node = childOf(ui.value, 'view');
  const reference = stringAt(ui.value, 'view');
  const view = reference === undefined ? undefined : nameView(reference);
  if (node && view !== undefined && reference !== undefined) {
    resolution.views.push({ view, path: joinPath(node.location.file, reference), node, settings: ui.value });
  }
  const visibility = textsAt(ui.value, 'visibility').filter(
    (who): who is Visibility => who === 'model' || who === 'app',
  );
  return {
    ui: { ...(view !== undefined && { view }), ...(visibility.length > 0 && visibility.length < 2 && { visibility }) },
  };
}

/** Name of a view: the last name of its path, without extension. Returns `undefined` for a path that the format refuses. */
function nameView(reference: string): string | undefined {
  return /^\.{1,2}\/(?:.*\/)?([A-Za-z0-9][A-Za-z0-9_-]*)(?:\.(?:html?|[cm]?[jt]s|[jt]sx))?\/?$/u.exec(reference)?.[1];
}

/**
 * Turns the uses of views into views: settings of all tools that share a view are joined.
 *
 * @param server Name of the server.
 */
export function resolveViews(resolution: Resolution, server: string): readonly ViewModel[] {
  const byName = new Map<string, ViewUse[]>();
  for (const use of resolution.views) {
    const first = byName.get(fileNameOf(use.view))?.[0];
    if (first && (first.path !== use.path || first.view !== use.view)) reportCollision(resolution, use, first);
    else byName.set(fileNameOf(use.view), [...(byName.get(fileNameOf(use.view)) ?? []), use]);
  }
  const first = resolution.views[0];
  const packageManager = first && viewFiles.part.of(resolution.workspace)?.get(first.path)?.packageManager;
  if (first && packageManager) {
    const message = `Views need the package \`${appsPackage}\`, which is not installed.`;
    const peers = packageManager === 'yarn' ? appsPeers.map((peer) => peer.join('@')) : [];
    const help = `Run \`${printInstall(packageManager, [appsPackage, ...peers], 'dev')}\`.`;
    report(resolution, 'missing-package', first.node.location, message, { help });
  }
  return [...byName].flatMap(([fileName, [use, ...others]]) =>
    use ? [resolveView(resolution, fileName, [use, ...others], server)] : [],
  );
}

function reportCollision(resolution: Resolution, use: ViewUse, first: ViewUse): void {
  const message = `\`${use.path}\` and \`${first.path}\` are two views with the name \`${use.view}\`.`;
  const related = [{ message: 'the other one', location: first.node.location }];
  report(resolution, 'colliding-names', use.node.location, message, { related, help: 'Rename one of them.' });
}

/** Name of the generated modules of a view: the disk may not tell upper case from lower case. */
function fileNameOf(view: string): string {
  return formNames('Resource', view, view).fileName;
}

function resolveView(
  resolution: Resolution,
  fileName: string,
  [use, ...others]: readonly [ViewUse, ...ViewUse[]],
  server: string,
): ViewModel {
  const { view: name, path, node } = use;
  const found = viewFiles.part.of(resolution.workspace);
  const files = found?.get(path) ?? { status: 'missing', scripts: [], stubs: [] };
  const isFile = /\.[^/.]+$/u.test(path);
  if (files.status === 'outside') {
    const help = 'A view is a folder or a file below the folder of the project.';
    report(resolution, 'invalid-view', node.location, `\`${path}\` is outside of the project.`, { help });
  } else if (files.status === 'empty') {
    const help = 'Write `index.html`, or a script with the name `view`, `index` or `main`.';
    report(resolution, 'invalid-view', node.location, `The folder \`${path}\` has no page.`, { help });
  } else if (files.status === 'missing' && isFile) {
    const help = didYouMean(
      path,
      [...(found?.keys() ?? [])].filter((known) => known !== path),
    );
    report(resolution, 'missing-file', node.location, `The view \`${path}\` does not exist.`, { help });
  }
  const isWritten = files.status === 'missing';
  const stem = toPascalCase(splitWords(name));
  return {
    name,
    typeName: /^\d/u.test(stem) ? `View${stem}` : stem,
    fileName,
    uri: `ui://${encodeURIComponent(server)}/${name}`,
    path,
    entry: files.entry ?? `${path}/index.html`,
    scripts: isWritten ? [`${path}/view.ts`] : files.scripts,
    stubs: isWritten ? stubNames : files.stubs,
    settings: joinSettings(resolution, [use, ...others]),
  };
}

/** Joins the settings of all tools that share a view: lists and objects are united, other values must be equal. */
function joinSettings(resolution: Resolution, uses: readonly ViewUse[]): JsonObject {
  const settings = new Map<string, Json>();
  for (const key of ['csp', 'permissions'] as const) {
    const joined = uses.reduce<JsonObject>((all, use) => unite(all, objectAt(use.settings, key)), new Map());
    if (joined.size > 0) settings.set(key, joined);
  }
  for (const key of ['domain', 'prefersBorder'] as const) {
    const given = uses.flatMap(({ settings: node }) => entryOf(node, key) ?? []);
    const [first, ...others] = given;
    if (first?.value.kind !== 'scalar') continue;
    settings.set(key, first.value.value);
    for (const { keyLocation, value } of others) {
      if (value.kind !== 'scalar' || value.value === first.value.value) continue;
      const message = `\`${key}\` of a view is ${String(value.value)} here and ${String(first.value.value)} for another tool.`;
      const related = [{ message: 'the other one', location: first.keyLocation }];
      const help = 'Tools that share a view have one page: write it once, or the same.';
      report(resolution, 'conflicting-keys', keyLocation, message, { related, help });
    }
  }
  return settings;
}

function unite(one: JsonObject, other: JsonObject = new Map()): JsonObject {
  const all = new Map<string, Json>(one);
  for (const [key, value] of other) {
    const known = all.get(key);
    all.set(key, isJsonArray(known) && isJsonArray(value) ? [...new Set([...known, ...value])] : value);
  }
  return all;
}

/** Adds the URIs of views to the tools that have one. */
export function addUris(tools: readonly ToolModel[], views: readonly ViewModel[]): readonly ToolModel[] {
  const uris = new Map(views.map(({ name, uri }) => [name, uri]));
  return tools.map((tool) => {
    const resourceUri = tool.ui?.view === undefined ? undefined : uris.get(tool.ui.view);
    return resourceUri === undefined ? tool : { ...tool, ui: { ...tool.ui, resourceUri } };
  });
}

/** Media type of the page of a view. */
const pageType = 'text/html;profile=mcp-app';

/** Pages of views as resources. A resource of the user with the same URI is an error. */
export function listPages(
  resolution: Resolution,
  views: readonly ViewModel[],
  resources: readonly ResourceModel[],
): readonly ResourceModel[] {
  const own = new Map(resources.map((resource) => [resource.uri, resource]));
  return views.map((view) => {
    const { name, uri, settings } = view;
    const use = resolution.views.find((each) => each.view === name);
    if (own.has(uri) && use) {
      const message = `The resource \`${uri}\` is defined, and the view \`${name}\` has the same URI.`;
      report(resolution, 'duplicate-name', use.node.location, message, { help: 'Rename one of them.' });
    }
    return {
      names: formNames('Resource', name, name),
      owner: 'views',
      extensions: new Map(),
      elicitations: [],
      uri,
      name,
      mimeType: pageType,
      ...(settings.size > 0 && { meta: new Map([['ui', settings]]) }),
      content: { kind: 'module', path: pageModuleOf(view), member: 'page()' },
      handler: { kind: 'stub' },
    };
  });
}
