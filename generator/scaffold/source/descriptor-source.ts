import { childOf, stringAt, type SourceNode } from '../../source/source-node.js';
import { deriveName } from '../project-name.js';
import type { ProjectSource } from './project-source.js';
import { serverFile } from './server-file.js';

/** Whether a document is a tool in BotServer's MCP format by its content. */
export function isDescriptorTree(root: SourceNode): boolean {
  return childOf(root, 'input_schema')?.kind === 'map';
}

/**
 * A project with a copy of a tool in BotServer's MCP format, which gets the name that such definitions have: BotServer calls
 * it `<tool>.mcp.json`.
 *
 * @param file name of its file
 */
export function descriptorSource(file: string, bytes: Uint8Array, root: SourceNode): ProjectSource {
  const stem = file.replace(/(\.mcp)?\.[^.]*$/u, '');
  const copy = { path: `${stem}.botserver.json`, content: bytes };
  return {
    name: deriveName(stringAt(root, 'name') ?? stem),
    notes: [],
    listFiles: (identity) => [serverFile(identity, [copy]), copy],
  };
}
