import path from 'node:path';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { parseSource } from '../source/parse-source.js';
import type { ParsedSource } from '../source/parsed-source.js';
import { childOf, entryOf, stringAt, type MapEntry, type SourceNode } from '../source/source-node.js';
import { entryFor, mapNode, sequenceNode } from '../source/make-node.js';
import { schemaPositions } from '../schema/keywords.js';
import { isUnread, typeValue } from './type-value.js';

/**
 * Parses a tool in BotServer's MCP format (`name`, `description`, `input_schema` with an `example` at each property) and
 * translates it to the tree of a definition with one tool. All other keys are read as keys of a tool. Without `name` the tool
 * is named after the file.
 */
export function defineDescriptor(file: string, text: string): ParsedSource {
  const { root, diagnostics } = parseSource(file, text);
  if (!root) return { diagnostics };
  const converter = new DescriptorConverter(diagnostics);
  if (root.kind !== 'map') {
    converter.report('wrong-type', root, 'A tool must be an object with `name`, `description` and `input_schema`.');
    return { root: mapNode([], root.location), diagnostics: converter.diagnostics };
  }
  const name = entryOf(root, 'name');
  const ownName = stringAt(root, 'name');
  if (name && ownName === undefined) converter.report('wrong-type', name.value, 'The name of a tool must be a string.');
  const entries = root.entries.filter(({ key }) => key !== 'name').map((entry) => converter.convertEntry(entry, root));
  const key = ownName ?? path.posix.basename(file).replace(/\.botserver\.json$/u, '');
  const keyLocation = name?.value.location ?? root.location;
  const tools = mapNode([{ key, keyLocation, value: mapNode(entries, root.location) }], root.location);
  return { root: mapNode([entryFor('tools', tools)], root.location), diagnostics: converter.diagnostics };
}

class DescriptorConverter {
  readonly diagnostics: Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    this.diagnostics = [...diagnostics];
  }

  report(code: 'wrong-type' | 'conflicting-keys' | 'dropped-example', { location }: SourceNode, message: string): void {
    this.diagnostics.push(createDiagnostic(code, location, message));
  }

  convertEntry({ key, keyLocation, value }: MapEntry, tool: SourceNode): MapEntry {
    if (key !== 'input_schema') return { key, keyLocation, value };
    const other = childOf(tool, 'inputSchema');
    if (other) this.report('conflicting-keys', other, '`inputSchema` and `input_schema` are the same.');
    return { key: 'inputSchema', keyLocation, value: this.convertSchema(value) };
  }

  private convertSchema(node: SourceNode): SourceNode {
    if (node.kind !== 'map') return node;
    const entries = node.entries.flatMap((entry) => {
      if (entry.key === 'example') return this.convertExample(entry, node);
      return [{ ...entry, value: this.convertMember(entry) }];
    });
    return mapNode(entries, node.location);
  }

  private convertMember({ key, value }: MapEntry): SourceNode {
    const position = schemaPositions.get(key);
    if (position === undefined) return value;
    if (value.kind === 'sequence') {
      return sequenceNode(
        value.items.map((item) => this.convertSchema(item)),
        value.location,
      );
    }
    if (position !== 'map' && position !== 'dependencies') return this.convertSchema(value);
    if (value.kind !== 'map') return value;
    const entries = value.entries.map((entry) => ({ ...entry, value: this.convertSchema(entry.value) }));
    return mapNode(entries, value.location);
  }

  /** Reads an example, which this format writes as a text whatever its type. */
  private convertExample({ keyLocation, value }: MapEntry, schema: SourceNode): readonly MapEntry[] {
    if (entryOf(schema, 'examples')) return [];
    const type = stringAt(schema, 'type') ?? 'string';
    const isText = value.kind === 'scalar' && typeof value.value === 'string';
    const example = isText ? typeValue(String(value.value), type, value.location) : value;
    const isMisread = isText && type !== 'string' && example.kind === 'scalar' && typeof example.value === 'string';
    if (isMisread || isUnread(example, type)) {
      this.report('dropped-example', value, `This example is no JSON of type \`${type}\`; it is left out.`);
      return [];
    }
    return [{ key: 'examples', keyLocation, value: sequenceNode([example], value.location) }];
  }
}
