import type { JsonObject } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/**
 * View: a user's page that a host shows with the result of a tool.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
export interface ViewModel {
  /** Unique name: letters, digits, `-` and `_`. */
  readonly name: string;
  /** Prefix of the type names in the view's module, such as `Shelf`. */
  readonly typeName: string;
  /** Name of the view's generated modules, without extension. */
  readonly fileName: string;
  /** URI of the view's page, `ui://<server>/<name>`. */
  readonly uri: string;
  /** Folder or file of the view, relative to the project root. */
  readonly path: string;
  /** Entry file of the page, relative to the project root. */
  readonly entry: string;
  /** TypeScript files that the type check includes, relative to the project root. */
  readonly scripts: readonly string[];
  /** Files that the generator writes if they do not exist: names in the folder. */
  readonly stubs: readonly string[];
  /** `_meta.ui` of the page; empty if there are no settings. */
  readonly settings: JsonObject;
}

/** Caller of a tool: the model, or a view. */
export type Visibility = 'model' | 'app';

/** View of a tool, and who may call the tool. */
export interface ToolUiModel {
  /** Name of the {@link ViewModel}. */
  readonly view?: string;
  /** Default: model and views. */
  readonly visibility?: readonly Visibility[];
}

/** Views of tools, without duplicates. The page of each view is also one of the resources. */
export const viewsPart = new PartKey<readonly ViewModel[]>('views');

/** Returns the views of a model; `[]` if there are none. */
export function viewsOf(model: Model): readonly ViewModel[] {
  return viewsPart.of(model) ?? [];
}

/** `ui` of a tool. If absent, the tool has no view and anyone may call it. */
export const toolUi = new PartKey<ToolUiModel>('ui');

/** Whether the model can call a tool. Only views can call a tool with `visibility: [app]`. */
export function isForModel(tool: ToolModel): boolean {
  return toolUi.of(tool)?.visibility?.includes('model') ?? true;
}
