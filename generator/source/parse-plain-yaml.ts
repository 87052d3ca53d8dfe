import type { SourceLocation } from '../diagnostics/diagnostic.js';
import { PlainYamlFault, PlainYamlText, type YamlMark } from './plain-yaml-text.js';
import type { MapEntry, SourceNode } from './source-node.js';

/** Levels of nesting that are read here. */
const maximalDepth = 64;

/** Longer texts are left to the parser that counts what it reads. */
const maximalLength = 1_500_000;

/**
 * Parses YAML as most people write it into located nodes, many times faster than a parser of all of YAML does, which would also
 * have to be loaded: without this a run with 100 tools takes a sixth more processor time. The nodes are the same that {@link parseYaml} gives.
 *
 * @returns `undefined` for what is wrong, and for all that is rarely written (anchors, tags, several documents, texts
 * over several lines without `|` or `>`, …): the parser for all of YAML reads or explains it.
 */
export function parsePlainYaml(file: string, text: string): SourceNode | undefined {
  if (text.length > maximalLength) return undefined;
  try {
    return new PlainYamlReader(file, text).readAll();
  } catch (error) {
    if (error instanceof PlainYamlFault) return undefined;
    throw error;
  }
}

class PlainYamlReader {
  private readonly text: PlainYamlText;

  constructor(file: string, text: string) {
    this.text = new PlainYamlText(file, text);
  }

  readAll(): SourceNode {
    this.text.skipToContent();
    if (this.text.indent !== 0) throw new PlainYamlFault();
    const root = this.readBlock(-1, 0);
    if (!this.text.isAtEnd()) throw new PlainYamlFault();
    return root;
  }

  /** What stands at the beginning of a line, or after the dash of an item. Ends at the content after it. */
  private readBlock(parentIndent: number, depth: number): SourceNode {
    if (depth > maximalDepth) throw new PlainYamlFault();
    if (this.text.isAtItem()) return this.readSequence(depth);
    const begin = this.text.mark();
    const key = this.text.readKey();
    return key === undefined ? this.readInline(parentIndent, depth) : this.readMap(begin, key, depth);
  }

  private readMap(begin: YamlMark, firstKey: string, depth: number): SourceNode {
    const indent = begin.column - 1;
    const location = this.text.locateLine(begin);
    const entries: MapEntry[] = [];
    const keys = new Set<string>();
    let place = begin;
    let key: string | undefined = firstKey;
    for (;;) {
      if (key === undefined || keys.has(key)) throw new PlainYamlFault();
      keys.add(key);
      const keyLocation = this.text.locate(place, this.text.position);
      this.text.readColon();
      entries.push({ key, keyLocation, value: this.readMember(indent, depth + 1) });
      if (this.text.indent < indent) return { kind: 'map', entries, location };
      if (this.text.indent > indent) throw new PlainYamlFault();
      place = this.text.mark();
      key = this.text.readKey();
    }
  }

  private readMember(indent: number, depth: number): SourceNode {
    if (!this.text.isAtLineEnd()) return this.readInline(indent, depth);
    this.text.endLine();
    const isItem = this.text.indent === indent && this.text.isAtItem();
    if (!isItem && this.text.indent <= indent) throw new PlainYamlFault();
    return this.readBlock(indent, depth);
  }

  private readSequence(depth: number): SourceNode {
    const begin = this.text.mark();
    const location = this.text.locateLine(begin);
    const { indent } = this.text;
    const items: SourceNode[] = [];
    while (this.text.indent === indent && this.text.isAtItem()) {
      this.text.readDash();
      if (this.text.isAtLineEnd()) this.text.endLine();
      if (this.text.indent <= indent) throw new PlainYamlFault();
      items.push(this.readBlock(indent, depth + 1));
    }
    return { kind: 'sequence', items, location };
  }

  /** A value in a line, or one that begins there and has brackets or a sign for a block of text. */
  private readInline(parentIndent: number, depth: number): SourceNode {
    const begin = this.text.mark();
    const block = this.text.readTextBlock(parentIndent);
    if (block !== undefined) return { kind: 'scalar', value: block, location: this.text.locateLine(begin) };
    const value = this.readFlow(parentIndent, depth);
    this.text.endLine();
    // The text goes on, or something stands where nothing may.
    if (this.text.indent > parentIndent) throw new PlainYamlFault();
    return value;
  }

  private readFlow(parentIndent: number, depth: number, isInside = false): SourceNode {
    if (depth > maximalDepth) throw new PlainYamlFault();
    const begin = this.text.mark();
    if (this.text.readCharacter('{')) {
      const entries = this.readFlowMap(parentIndent, depth);
      return { kind: 'map', entries, location: this.text.locateFrom(begin) };
    }
    if (this.text.readCharacter('[')) {
      const items: SourceNode[] = [];
      this.readMembers(']', parentIndent, () => items.push(this.readFlow(parentIndent, depth + 1, true)));
      return { kind: 'sequence', items, location: this.text.locateFrom(begin) };
    }
    const value = this.text.readScalar(isInside);
    return { kind: 'scalar', value, location: this.text.locate(begin, this.text.position) };
  }

  private readFlowMap(parentIndent: number, depth: number): readonly MapEntry[] {
    const entries = new Map<string, MapEntry>();
    this.readMembers('}', parentIndent, () => {
      const place = this.text.mark();
      const key = this.text.readFlowKey();
      if (key === undefined || entries.has(key)) throw new PlainYamlFault();
      const keyLocation: SourceLocation = this.text.locate(place, this.text.position);
      this.text.readColon();
      this.text.skipFlowSpace(parentIndent);
      entries.set(key, { key, keyLocation, value: this.readFlow(parentIndent, depth + 1, true) });
    });
    return [...entries.values()];
  }

  private readMembers(end: string, parentIndent: number, readMember: () => void): void {
    this.text.skipFlowSpace(parentIndent);
    if (this.text.readCharacter(end)) return;
    for (;;) {
      readMember();
      this.text.skipFlowSpace(parentIndent);
      if (this.text.readCharacter(end)) return;
      if (!this.text.readCharacter(',')) throw new PlainYamlFault();
      this.text.skipFlowSpace(parentIndent);
    }
  }
}
