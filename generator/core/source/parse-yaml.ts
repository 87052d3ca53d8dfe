import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  visit,
  type Alias,
  type CST,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggest.js';
import { explainYaml } from './explain-yaml.js';
import { maxDepth, maxNodes, reportDuplicateKey, reportNumber, type ParsedSource } from './parsed-source.js';
import { findDeeperItem, findMisread } from './misread-yaml.js';
import { entriesOf, type MapEntry, type SourceNode } from './source-node.js';
import type { YamlMistake } from './yaml-mistake.js';

/** Options of {@link parseYaml}. */
export interface YamlOptions {
  /**
   * Copy of the file content with repaired quotes, to be parsed instead of the original. Every character keeps its
   * offset.
   */
  readonly readable?: string;
  /**
   * Whether the file is an OpenAPI document or a part of one: merge keys are expanded, and misleading YAML is accepted.
   */
  readonly isDocument?: boolean;
}

/**
 * Parses YAML into located nodes. Keys keep their spelling (`1.0:` is the key "1.0"), values without a JSON equivalent
 * are errors, and nesting and aliases are limited.
 */
export function parseYaml(file: string, text: string, options: YamlOptions = {}): ParsedSource {
  const { readable = text, isDocument = false } = options;
  const lines = countLines(text);
  const locate = (start: number, end: number): SourceLocation => locateRange(file, text, lines, start, end);
  const tokens = readTokens(readable);
  if (tokens.tooDeep !== undefined) {
    const location = locate(tokens.tooDeep, tokens.tooDeep + 1);
    return { diagnostics: [createDiagnostic('too-large', location, `More than ${maxDepth} nesting levels.`)] };
  }
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, version: '1.2' });
  const [document, second] = composer.compose(tokens.read, true, readable.length);
  if (!document) return { diagnostics: [] };
  const errors = [...document.errors, ...document.warnings.filter(({ code }) => code !== 'BAD_INDENT')];
  if (errors.length > 0) {
    return { diagnostics: [reportSlip(explainYaml(readable, errors), locate)] };
  }
  if (second) {
    const message = 'A second YAML document begins here. A file can contain only one.';
    return {
      diagnostics: [
        createDiagnostic('syntax', locate(second.range[0], second.range[1]), message, {
          help: 'Move it to another file, or remove the line `---`.',
        }),
      ],
    };
  }
  const reader = new NodeReader(locate, isDocument ? undefined : readable);
  // Visiting long documents is slow, and few have anchors.
  const hasAnchors = readable.includes('&');
  if (hasAnchors) reader.findTargets(document);
  const root = reader.read(document.contents, 0);
  if (hasAnchors) reader.reportUnusedAnchors(document, readable);
  if (reader.misread) return { diagnostics: [reportSlip(reader.misread, locate)] };
  return reader.diagnostics.some(({ code }) => code === 'too-large')
    ? { diagnostics: reader.diagnostics }
    : { root, diagnostics: reader.diagnostics };
}

type Locate = (start: number, end: number) => SourceLocation;

function reportSlip({ start, end, message, help, edit }: YamlMistake, locate: Locate): Diagnostic {
  const fix =
    edit &&
    ({ kind: 'range', location: locate(edit.start, edit.start), length: edit.end - edit.start, by: edit.by } as const);
  const details = { help: help !== undefined && fix ? { text: help, fix } : help };
  return createDiagnostic('syntax', locate(start, end), message, details);
}

/** YAML tokens, and the offset at which nesting exceeds the limit, if it does. */
interface YamlTokens {
  readonly read: readonly CST.Token[];
  readonly tooDeep?: number;
}

/**
 * Maximum size of the parser's stack at the maximum permitted depth: the document, `maxDepth` collections and a value.
 */
const maxOpen = maxDepth + 2;

/**
 * Reads tokens until nesting is too deep. The library ends collections recursively, so deep ones would overflow the
 * stack.
 */
function readTokens(text: string): YamlTokens {
  const parser = new Parser();
  const read: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) read.push(token);
    if (parser.stack.length > maxOpen) return { read, tooDeep: parser.stack.at(-1)?.offset ?? 0 };
  }
  read.push(...parser.end());
  return { read };
}

class NodeReader {
  readonly diagnostics: Diagnostic[] = [];
  private readonly locate: Locate;
  private readonly anchors = new Map<string, Node>();
  private readonly targets = new Map<Alias, Node | undefined>();
  /** First occurrence of valid but misleading YAML. */
  misread: YamlMistake | undefined;
  private readonly text: string | undefined;
  private nodes = 0;

  /** @param text Content of a definition file; absent for OpenAPI documents. */
  constructor(locate: Locate, text: string | undefined) {
    this.locate = locate;
    this.text = text;
  }

  /** Finds the targets of aliases. The target is the last preceding node with the anchor. */
  findTargets(document: Document): void {
    visit(document, {
      Alias: (_key, alias) => void this.targets.set(alias, this.anchors.get(alias.source)),
      Value: (_key, node) => void (node.anchor !== undefined && this.anchors.set(node.anchor, node)),
    });
  }

  /** Warns about unused anchors before text, because they may be meant as part of the text. */
  reportUnusedAnchors(document: Document, source: string): void {
    const used = new Set(this.targets.values());
    // A misspelled alias is reported separately.
    if (used.has(undefined)) return;
    visit(document, {
      Scalar: (_key, node) => {
        if (node.anchor === undefined || used.has(node)) return;
        const written = `&${node.anchor}`;
        const start = source.lastIndexOf(written, node.range?.[0] ?? 0);
        if (start === -1) return;
        const message = `YAML reads \`${written}\` as an anchor, not as part of the text; no alias uses it.`;
        const help = 'If it is part of the text, put quotes around the text. Otherwise, remove it.';
        const location = this.locate(start, start + written.length);
        this.diagnostics.push(createDiagnostic('unused-anchor', location, message, { help }));
      },
    });
  }

  read(node: unknown, depth: number, place?: SourceLocation): SourceNode {
    const location = place ?? this.locationOf(node as Node | null);
    if (++this.nodes > maxNodes || depth > maxDepth) return this.tooLarge(location);
    if (isAlias(node)) return this.readAlias(node, depth, location);
    if (isMap(node)) {
      return { kind: 'map', entries: this.readEntries(node.items as Pair<Node, Node | null>[], depth), location };
    }
    if (isSeq(node)) return { kind: 'sequence', items: this.readItems(node.items, depth), location };
    return { kind: 'scalar', value: this.readScalar(isScalar(node) ? node.value : null, location), location };
  }

  private readAlias(alias: Alias, depth: number, location: SourceLocation): SourceNode {
    const target = this.targets.get(alias);
    if (target !== undefined) return this.read(target, depth + 1, location);
    const message = `The anchor \`&${alias.source}\` of this alias is not defined before it.`;
    const help = didYouMean(alias.source, [...this.anchors.keys()]) ?? 'If this is text, put quotes around it.';
    this.diagnostics.push(createDiagnostic('syntax', location, message, { help }));
    return { kind: 'scalar', value: `*${alias.source}`, location };
  }

  private readItems(items: readonly unknown[], depth: number): readonly SourceNode[] {
    return items.map((item) => {
      if (this.text !== undefined) this.misread ??= findDeeperItem(this.text, item);
      return this.read(item, depth + 1);
    });
  }

  private readEntries(pairs: readonly Pair<Node, Node | null>[], depth: number): readonly MapEntry[] {
    const entries = new Map<string, MapEntry>();
    // Merged entries are inserted at the merge key. Explicit entries replace them.
    const merged = new Set<string>();
    for (const pair of pairs) {
      if (this.text !== undefined) this.misread ??= findMisread(this.text, pair);
      else if (isMergeKey(pair.key)) {
        for (const entry of this.readMerge(pair.value, depth, this.locationOf(pair.key))) {
          if (entries.has(entry.key)) continue;
          merged.add(entry.key);
          entries.set(entry.key, entry);
        }
        continue;
      }
      const keyLocation = this.locationOf(pair.key);
      if (!isScalar(pair.key)) {
        this.diagnostics.push(createDiagnostic('not-json', keyLocation, 'A key must be a string.'));
        continue;
      }
      const key = pair.key.source ?? String(pair.key.value ?? '');
      const first = entries.get(key);
      if (first && !merged.delete(key)) {
        this.diagnostics.push(reportDuplicateKey(key, keyLocation, first.keyLocation));
        continue;
      }
      entries.set(key, {
        key,
        keyLocation,
        value: this.read(pair.value, depth + 1, pair.value ? undefined : keyLocation),
      });
    }
    return [...entries.values()];
  }

  /**
   * Reads the entries that a merge key adds from a mapping or a list of mappings. Earlier mappings take precedence.
   * @see https://yaml.org/type/merge.html
   */
  private readMerge(value: Node | null, depth: number, place: SourceLocation): readonly MapEntry[] {
    const node = this.read(value, depth + 1, value ? undefined : place);
    const sources = node.kind === 'sequence' ? node.items : [node];
    const entries = new Map<string, MapEntry>();
    for (const source of sources) {
      if (source.kind !== 'map' && !this.isTooLarge()) {
        const message = '`<<` merges mappings only. This value is ignored.';
        this.diagnostics.push(createDiagnostic('invalid-api', source.location, message));
      }
      for (const entry of entriesOf(source)) if (!entries.has(entry.key)) entries.set(entry.key, entry);
    }
    return [...entries.values()];
  }

  private readScalar(value: unknown, location: SourceLocation): null | boolean | number | string {
    const problem = typeof value === 'number' ? reportNumber(value, location) : undefined;
    if (problem) this.diagnostics.push(problem);
    if (problem?.code === 'not-json') return 0;
    if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
    return String(value);
  }

  private tooLarge(location: SourceLocation): SourceNode {
    if (!this.isTooLarge()) {
      const message = `More than ${maxDepth} nesting levels, or more than ${maxNodes} values after aliases are expanded.`;
      this.diagnostics.push(createDiagnostic('too-large', location, message));
      // Stops reading further nodes.
      this.nodes = maxNodes;
    }
    return { kind: 'scalar', value: null, location };
  }

  private isTooLarge(): boolean {
    return this.diagnostics.some(({ code }) => code === 'too-large');
  }

  private locationOf(node: Node | null): SourceLocation {
    const [start, end] = node?.range ?? [0, 0];
    return this.locate(start, end);
  }
}

/** Whether a key is an unquoted `<<`. */
function isMergeKey(key: Node): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<';
}

/** Returns the location of the character at an offset. */
export function locateOffset(file: string, text: string, offset: number): SourceLocation {
  return locateRange(file, text, countLines(text), offset, offset);
}

function countLines(text: string): LineCounter {
  const lines = new LineCounter();
  for (let start = 0; start !== 0 || lines.lineStarts.length === 0; start = text.indexOf('\n', start) + 1) {
    lines.addNewLine(start);
  }
  return lines;
}

function locateRange(file: string, text: string, lines: LineCounter, start: number, end: number): SourceLocation {
  const { line, col } = lines.linePos(Math.min(start, text.length));
  // Searches for a line break only up to `end`, because searching the whole content would be slow if it is one long line.
  const lineLength = text.slice(start, end).indexOf('\n');
  const stop = lineLength === -1 ? end : start + lineLength;
  return { file, line: Math.max(1, line), column: Math.max(1, col), length: Math.max(1, stop - start) };
}
