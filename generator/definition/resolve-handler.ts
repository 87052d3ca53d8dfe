import path from 'node:path';
import { childOf, entryOf, itemsOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { HandlerModel } from '../model/model.js';
import { positionalName } from './form-positional-input.js';
import type { DefinitionEntry } from './merge-definitions.js';
import { report, type Resolution } from '../resolve/resolution.js';

/** Where the code comes from that answers: a stub, unless `handler: ./module.ts#exportName` binds a function. */
export function resolveHandler(
  resolution: Resolution,
  { node, file }: Pick<DefinitionEntry, 'node' | 'file'>,
): HandlerModel {
  const entry = entryOf(node, 'handler');
  const binding = stringAt(node, 'handler');
  if (!entry || binding === undefined) return { kind: 'stub' };
  const parts = /^(\.{1,2}\/[^#]+\.(?:ts|mts|js|mjs))#([A-Za-z_$][\w$]*)$/u.exec(binding);
  const [, reference, exportName] = parts ?? [];
  if (reference === undefined || exportName === undefined) {
    const help = 'Write it like `./math.ts#factorial`; the path is relative to this file.';
    report(resolution, 'invalid-handler', entry.value.location, `\`${binding}\` names no function.`, { help });
    return { kind: 'stub' };
  }
  const module = path.posix.join(path.posix.dirname(file), reference);
  if (!resolution.workspace.modules.has(module)) {
    report(resolution, 'missing-file', entry.value.location, `There is no module \`${module}\` in the project.`);
  }
  const args = childOf(node, 'args') && itemsOf(childOf(node, 'args')).flatMap(readName);
  return { kind: 'bound', module, exportName, ...(args && { args }) };
}

/** A parameter is named, or given by its schema alone. */
function readName(node: SourceNode, index: number): readonly string[] {
  if (node.kind === 'map') return [positionalName(index)];
  return node.kind === 'scalar' && typeof node.value === 'string' ? [node.value] : [];
}
