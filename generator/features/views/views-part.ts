import type { JsonObject } from '../../core/model/json.js';
import type { Model } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/**
 * View: a page of the user's that a host shows with the result of a tool.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
export interface ViewModel {
  /** Unique name: letters, digits, `-` and `_`. */
  readonly name: string;
  /** Stem of the types in its module: `Shelf`. */
  readonly typeName: string;
  /** Name of its generated modules, without extension. */
  readonly fileName: string;
  /** URI of its page, `ui://<server>/<name>`. */
  readonly uri: string;
  /** Folder or file of the user, relative to the project root. */
  readonly path: string;
  /** File that the page is made of, relative to the project root. */
  readonly entry: string;
  /** TypeScript files that the type check includes, relative to the project root. */
  readonly scripts: readonly string[];
  /** Files that the generator writes once, where nothing is: names in the folder. */
  readonly stubs: readonly string[];
  /** `_meta.ui` of the page; empty without settings. */
  readonly settings: JsonObject;
}

/** Caller of a tool: the model, or a view. */
export type Visibility = 'model' | 'app';

/** Page that shows the results of a tool, and who may call the tool. */
export interface ToolUiModel {
  /** Name of a {@link ViewModel}. */
  readonly view?: string;
  /** Default: model and views. */
  readonly visibility?: readonly Visibility[];
}

/** Views of tools, each once. The page of each is one of the resources, too. */
export const viewsPart = new PartKey<readonly ViewModel[]>('views');

/** Views of a model; `[]` without any. */
export function viewsOf(model: Model): readonly ViewModel[] {
  return viewsPart.of(model) ?? [];
}

/** `ui` of a tool. If absent, the tool has no view and any caller. */
export const toolUi = new PartKey<ToolUiModel>('ui');
