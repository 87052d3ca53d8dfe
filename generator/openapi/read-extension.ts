import { childOf, stringAt, type SourceNode } from '../source/source-node.js';
import { textsAt } from '../source/read-values.js';
import { isTrueNode } from '../source/make-node.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './api-operation.js';

/** What a document itself says about the tool of an operation, under `x-mcp`. */
export interface ToolExtension {
  readonly isHidden: boolean;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly toolsets?: readonly string[];
}

/** `x-mcp` of an operation; whether it is hidden may also be said for its path or for the whole document. */
export function readExtension(document: ApiDocument, { operation, pathItem }: ApiOperation): ToolExtension {
  const extensions = [operation, pathItem, document.root].map(({ node }) => childOf(node, 'x-mcp'));
  const [own] = extensions;
  const text = (key: string) => {
    const value = stringAt(own, key);
    return value === undefined || value.trim() === '' ? {} : { [key]: value };
  };
  const isHidden = extensions.map(readHidden).find((hidden) => hidden !== undefined) ?? false;
  const toolsets = childOf(own, 'toolset') && { toolsets: textsAt(own, 'toolset') };
  return { isHidden, ...text('name'), ...text('title'), ...text('description'), ...toolsets };
}

/** `x-mcp: false` hides, `true` shows, and so does `hidden` in a mapping. */
function readHidden(extension: SourceNode | undefined): boolean | undefined {
  if (extension?.kind === 'scalar' && typeof extension.value === 'boolean') return !extension.value;
  const hidden = childOf(extension, 'hidden');
  return hidden && isTrueNode(hidden);
}
