import type { Json } from '../../model/json.js';
import type { ProjectIdentity } from '../render-project.js';
import { printDefinition, schemaComment } from './print-definition.js';
import type { SourceFile } from './project-source.js';

/**
 * A definition that says who the server is and nothing else, to stand beside others that do not.
 *
 * @param others what will be in the folder with it; none of it is written over
 */
export function serverFile({ name, title, description }: ProjectIdentity, others: readonly SourceFile[]): SourceFile {
  const taken = new Set(others.map(({ path }) => path.toLowerCase()));
  let stem = name;
  while (taken.has(`${stem}.mcp.yaml`)) stem += '-server';
  const server = new Map<string, Json>([
    ['name', name],
    ['title', title],
    ['description', description],
    ['version', '1.0.0'],
  ]);
  return {
    path: `${stem}.mcp.yaml`,
    content: `${schemaComment}\n${printDefinition(new Map([['server', server]]))}`,
  };
}
