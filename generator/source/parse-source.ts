import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { parseJson } from './parse-json.js';
import { parsePlainYaml } from './parse-plain-yaml.js';
import type { SourceNode } from './source-node.js';

/** What became of a text: the tree, unless the syntax is broken, and what is wrong with it. */
export interface ParsedSource {
  readonly root?: SourceNode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses YAML, or JSON when the file is called `.json`, into located nodes. The parser for all of YAML, which also
 * explains what is wrong, is only loaded when it is needed.
 */
export async function parseSource(file: string, text: string): Promise<ParsedSource> {
  const json = file.endsWith('.json') ? parseJson(file, text) : undefined;
  if (json) return json;
  const plain = file.endsWith('.json') ? undefined : parsePlainYaml(file, text);
  if (plain) return { root: plain, diagnostics: [] };
  const { parseYaml } = await import('./parse-yaml.js');
  return parseYaml(file, text);
}
