import { didYouMean } from '../../core/diagnostics/suggest.js';
import { joinPath } from '../../core/source/references.js';
import { printInstall } from '../../feature-kit/load/package-manager.js';
import { pageModuleOf } from './emit-views.js';
import { appsPackage, appsPeers, stubNames, viewFiles } from './view-files.js';
import { isJsonArray, jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { Model, ResourceModel, ToolModel } from '../../core/model/model.js';
import type { Reading } from '../../feature-kit/feature.js';
import { toolUi, viewsPart, type ViewModel, type Visibility } from './views-part.js';
import { createNames, splitWords, toPascalCase } from '../../feature-kit/resolve/create-names.js';
import { objectAt, textsAt } from '../../core/source/read-values.js';
import { childOf, entryOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { viewsDiagnostics } from './diagnostics.js';

/** Use of a view by a tool. */
interface ViewUse {
  /** View name. */
  readonly view: string;
  /** Folder or file of the view, relative to the project root. */
  readonly path: string;
  /** Value of the key `view`. */
  readonly node: SourceNode;
  /** Value of the key `ui`. */
  readonly settings: SourceNode;
}

/** View uses, keyed by resolution run. */
const usesOf = new WeakMap<Resolution, ViewUse[]>();

/** Reads `ui` of a tool and records the use of its view, whose URI {@link readViews} adds. */
export function readUi(tool: ToolModel, node: SourceNode, resolution: Resolution): ToolModel {
  const ui = entryOf(node, 'ui');
  if (ui && tool.unlisted) reportUnlisted(resolution, ui.keyLocation);
  if (!ui || ui.value.kind !== 'map') return tool;
  const meta = childOf(node, '_meta');
  for (const key of ['ui', 'ui/resourceUri']) {
    const entry = entryOf(meta, key);
    const help = 'Remove it: `ui` of the tool sets it.';
    const message = `\`${key}\` of \`_meta\` and \`ui\` of the tool are mutually exclusive.`;
    if (entry) report(resolution, 'conflicting-keys', entry.keyLocation, message, { help });
  }
  const viewNode = childOf(ui.value, 'view');
  const reference = stringAt(ui.value, 'view');
  const view = reference === undefined ? undefined : nameView(reference);
  if (viewNode && view !== undefined && reference !== undefined) {
    const use = { view, path: joinPath(viewNode.location.file, reference), node: viewNode, settings: ui.value };
    usesOf.set(resolution, [...(usesOf.get(resolution) ?? []), use]);
  }
  const visibility = textsAt(ui.value, 'visibility').filter(
    (who): who is Visibility => who === 'model' || who === 'app',
  );
  return toolUi.on(tool, {
    ...(view !== undefined && { view }),
    ...(visibility.length > 0 && visibility.length < 2 && { visibility }),
  });
}

function reportUnlisted(resolution: Resolution, location: SourceLocation): void {
  const message =
    '`ui` is for tools that the server lists. Operations of an API with `mode: discover` or `mode: code` are not listed.';
  const help = 'Remove `ui`, or remove `mode` from the API so that the server lists a tool for each operation.';
  report(resolution, 'conflicting-keys', location, message, { help });
}

/** Adds views, their pages, and the metadata that links tools to them. */
export function readViews(model: Model, { resolution }: Reading): Model {
  const views = resolveViews(resolution, model.server.name);
  const uris = new Map(views.map(({ name, uri }) => [name, uri]));
  const tools = model.tools.map((tool) => describeView(tool, uris));
  const resources = [...model.resources, ...listPages(resolution, views, model.resources)];
  const read = { ...model, tools, resources };
  return views.length > 0 ? viewsPart.on(read, views) : read;
}

/**
 * Adds the view of a tool to its `_meta`; for older hosts, also under the key that drafts of the extension used.
 *
 * @see
 *   https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#resource-discovery
 */
function describeView(tool: ToolModel, uris: ReadonlyMap<string, string>): ToolModel {
  const ui = toolUi.of(tool);
  const resourceUri = ui?.view === undefined ? undefined : uris.get(ui.view);
  const visibility = ui?.visibility;
  if (resourceUri === undefined && visibility === undefined) return tool;
  const members = jsonObjectOf({ resourceUri, visibility });
  return { ...tool, addedMeta: jsonObjectOf({ ui: members, 'ui/resourceUri': resourceUri }) };
}

/**
 * Returns the name of a view: the last segment of its path, without extension; `undefined` if the format rejects the
 * path.
 */
function nameView(reference: string): string | undefined {
  return /^\.{1,2}\/(?:.*\/)?([A-Za-z0-9][A-Za-z0-9_-]*)(?:\.(?:html?|[cm]?[jt]s|[jt]sx))?\/?$/u.exec(reference)?.[1];
}

/**
 * Creates views from their uses by merging the settings of all tools that share a view.
 *
 * @param server Name of the server.
 */
function resolveViews(resolution: Resolution, server: string): readonly ViewModel[] {
  const byName = new Map<string, ViewUse[]>();
  const uses = usesOf.get(resolution) ?? [];
  for (const use of uses) {
    const first = byName.get(fileNameOf(use.view))?.[0];
    if (first && (first.path !== use.path || first.view !== use.view)) reportCollision(resolution, use, first);
    else byName.set(fileNameOf(use.view), [...(byName.get(fileNameOf(use.view)) ?? []), use]);
  }
  const [first] = uses;
  const packageManager = first && viewFiles.part.of(resolution.workspace)?.get(first.path)?.packageManager;
  if (first && packageManager) {
    const message = `Views need the package \`${appsPackage}\`, which is not installed.`;
    const peers = packageManager === 'yarn' ? appsPeers.map((peer) => peer.join('@')) : [];
    const help = `Run \`${printInstall(packageManager, [appsPackage, ...peers], 'dev')}\`.`;
    report(resolution, viewsDiagnostics['missing-package'], first.node.location, message, { help });
  }
  return [...byName].flatMap(([fileName, [use, ...others]]) =>
    use ? [resolveView(resolution, fileName, [use, ...others], server)] : [],
  );
}

function reportCollision(resolution: Resolution, use: ViewUse, first: ViewUse): void {
  const message = `\`${use.path}\` and \`${first.path}\` are different views with the same name \`${use.view}\`.`;
  const related = [{ message: 'the other one', location: first.node.location }];
  report(resolution, 'colliding-names', use.node.location, message, { related, help: 'Rename one of them.' });
}

/** Returns the file name of a view's generated modules, which must be unique even if the file system ignores case. */
function fileNameOf(view: string): string {
  return createNames('Resource', view, view).fileName;
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
    const help = 'A view must be a folder or file inside the project.';
    report(resolution, viewsDiagnostics['invalid-view'], node.location, `\`${path}\` is outside the project.`, {
      help,
    });
  } else if (files.status === 'empty') {
    const help = 'Write `index.html`, or a script with the name `view`, `index` or `main`.';
    report(resolution, viewsDiagnostics['invalid-view'], node.location, `The folder \`${path}\` has no page.`, {
      help,
    });
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
    settings: mergeViewSettings(resolution, [use, ...others]),
  };
}

/** Merges the `ui` settings of tools sharing a view. Reports conflicting scalars. */
function mergeViewSettings(resolution: Resolution, uses: readonly ViewUse[]): JsonObject {
  const settings = new Map<string, Json>();
  for (const key of ['csp', 'permissions'] as const) {
    const joined = uses.reduce<JsonObject>((all, use) => mergeObjects(all, objectAt(use.settings, key)), new Map());
    if (joined.size > 0) settings.set(key, joined);
  }
  for (const key of ['domain', 'prefersBorder'] as const) {
    const entries = uses.flatMap(({ settings: node }) => entryOf(node, key) ?? []);
    const [first, ...others] = entries;
    if (first?.value.kind !== 'scalar') continue;
    settings.set(key, first.value.value);
    for (const { keyLocation, value } of others) {
      if (value.kind !== 'scalar' || value.value === first.value.value) continue;
      const message = `\`${key}\` of a view is ${String(value.value)} here and ${String(first.value.value)} for another tool.`;
      const related = [{ message: 'the other one', location: first.keyLocation }];
      const help =
        'Tools that share a view share one page. Write the setting only once, or use the same value everywhere.';
      report(resolution, 'conflicting-keys', keyLocation, message, { related, help });
    }
  }
  return settings;
}

function mergeObjects(one: JsonObject, other: JsonObject = new Map()): JsonObject {
  const all = new Map<string, Json>(one);
  for (const [key, value] of other) {
    const existing = all.get(key);
    all.set(key, isJsonArray(existing) && isJsonArray(value) ? [...new Set([...existing, ...value])] : value);
  }
  return all;
}

/** Media type of view pages. */
const pageType = 'text/html;profile=mcp-app';

/** Lists the pages of views as resources. Reports a user's resource with the same URI. */
function listPages(
  resolution: Resolution,
  views: readonly ViewModel[],
  resources: readonly ResourceModel[],
): readonly ResourceModel[] {
  const resourcesByUri = new Map(resources.map((resource) => [resource.uri, resource]));
  return views.map((view) => {
    const { name, uri, settings } = view;
    const use = usesOf.get(resolution)?.find((each) => each.view === name);
    if (resourcesByUri.has(uri) && use) {
      const message = `The resource \`${uri}\` is defined, and the view \`${name}\` has the same URI.`;
      report(resolution, 'duplicate-name', use.node.location, message, { help: 'Rename one of them.' });
    }
    return {
      names: createNames('Resource', name, name),
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
