import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { JsonObject } from '../../core/model/json.js';
import type { ToolModel } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Argument of a tool that callers cannot send. */
export interface BoundArgumentModel {
  readonly name: string;
  /** Source of its value, in the form of the runtime's `ArgumentSource`. */
  readonly source: JsonObject;
  /** Source on stdio. Default: `source`. */
  readonly stdio?: JsonObject;
  /** Place of `bind` in the definitions. */
  readonly location: SourceLocation;
}

/** Arguments of a tool that are bound to the caller, the environment or a constant. */
const boundPart = new PartKey<readonly BoundArgumentModel[]>('bind');

/** Returns the bound arguments of a tool. */
export function boundArgumentsOf(tool: ToolModel): readonly BoundArgumentModel[] {
  return boundPart.of(tool) ?? [];
}

/** Copies a tool and adds bound arguments. */
export function withBoundArguments(tool: ToolModel, bound: readonly BoundArgumentModel[]): ToolModel {
  return bound.length === 0 ? tool : boundPart.on(tool, bound);
}

/** Whether a value comes from the request, which stdio does not have. */
export function needsRequest(source: JsonObject): boolean {
  return source.get('kind') === 'caller' || source.get('kind') === 'header';
}

/** Returns a source as text, such as `auth.claims.tenant`. */
export function showSource(source: JsonObject): string {
  switch (source.get('kind')) {
    case 'caller':
      return showCallerPath(source.get('path') as readonly string[]);
    case 'header':
      return `header ${String(source.get('name'))}`;
    case 'env':
      return `environment variable ${String(source.get('name'))}`;
    default:
      return 'constant';
  }
}

function showCallerPath(path: readonly string[]): string {
  return `auth${path.map((key) => (/^[\w$-]+$/u.test(key) ? `.${key}` : `['${key}']`)).join('')}`;
}
