import { parseJson } from '../../source/parse-json.js';
import { parseYaml } from '../../source/parse-yaml.js';
import type { SourceNode } from '../../source/source-node.js';
import { SourceError } from './project-source.js';

/**
 * The tree of a YAML or JSON text, whatever its file is called.
 *
 * @param name what the user calls it
 * @throws {SourceError} when it is neither
 */
export function parseDocument(text: string, name: string): SourceNode {
  const json = parseJson(name, text);
  if (json.root) return json.root;
  const { root, diagnostics } = parseYaml('document.yaml', text);
  if (root) return root;
  const [first] = diagnostics;
  const place = first?.location ? `:${first.location.line}:${first.location.column}` : '';
  throw new SourceError(`${name}${place} is neither YAML nor JSON: ${first?.message ?? 'it is empty.'}`);
}
