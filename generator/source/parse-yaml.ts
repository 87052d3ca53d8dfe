import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Alias,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggest.js';
import { maximalDepth, reportDuplicateKey, reportNumber, type ParsedSource } from './parsed-source.js';
import type { MapEntry, SourceNode } from './source-node.js';

/**
 * Parses YAML into located nodes. Keys keep their spelling (`1.0:` is the key "1.0"), values that JSON does not have are
 * errors, nesting and aliases are bounded.
 *
 * @param readable Copy of `text` with mended quotes, which is parsed instead. Every character keeps its offset.
 */
export function parseYaml(file: string, text: string, readable = text): ParsedSource {
  const lines = countLines(text);
  const locate = (start: number, end: number): SourceLocation => locateRange(file, text, lines, start, end);
  const document = parseDocument(readable, { uniqueKeys: false, prettyErrors: false, version: '1.2' });
  const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (exhausted) {
    const message = `More than ${maximalDepth} levels of nesting.`;
    return { diagnostics: [createDiagnostic('too-large', locate(exhausted.pos[0], exhausted.pos[1]), message)] };
  }
  const faults = [...document.errors, ...document.warnings].slice(0, maximalFaults);
  const syntaxErrors = faults.map(({ code, message, pos: [start, end] }) => {
    const own = syntaxMessages.get(code);
    return createDiagnostic('syntax', locate(start, end), own?.message ?? firstLine(message), { help: own?.help });
  });
  if (syntaxErrors.length > 0) return { diagnostics: syntaxErrors };
  const reader = new NodeReader(document, locate);
  const root = reader.read(document.contents, 0);
  return reader.diagnostics.some(({ code }) => code === 'too-large')
    ? { diagnostics: reader.diagnostics }
    : { root, diagnostics: reader.diagnostics };
}

/** Maximum of syntax errors reported for one file: later ones mostly follow from the first. */
const maximalFaults = 10;

/** Messages for the most common errors, clearer than those of the YAML library. */
const syntaxMessages: ReadonlyMap<string, { readonly message: string; readonly help?: string }> = new Map([
  ['BLOCK_AS_IMPLICIT_KEY', { message: 'No mapping can begin here.', help: 'If this is text, put quotes around it.' }],
  ['MULTIPLE_DOCS', { message: 'A second YAML document begins here; a file may hold only one.' }],
  ['TAB_AS_INDENT', { message: 'Tabs cannot indent in YAML.', help: 'Use spaces.' }],
]);

type Locate = (start: number, end: number) => SourceLocation;

/** Maximum of nodes in a file, with aliases written out. */
const maximalNodes = 1_000_000;

/** Maximum of aliases in a file. */
const maximalAliases = 1000;

class NodeReader {
  readonly diagnostics: Diagnostic[] = [];
  private readonly document: Document;
  private readonly locate: Locate;
  private readonly targets = new Map<Alias, unknown>();
  private nodes = 0;

  constructor(document: Document, locate: Locate) {
    this.document = document;
    this.locate = locate;
  }

  read(node: unknown, depth: number, place?: SourceLocation): SourceNode {
    const location = place ?? this.locationOf(node as Node | null);
    if (++this.nodes > maximalNodes || depth > maximalDepth) return this.tooLarge(location);
    if (isAlias(node)) return this.readAlias(node, depth, location);
    if (isMap(node)) {
      return { kind: 'map', entries: this.readEntries(node.items as Pair<Node, Node | null>[], depth), location };
    }
    if (isSeq(node)) return { kind: 'sequence', items: node.items.map((item) => this.read(item, depth + 1)), location };
    return { kind: 'scalar', value: this.readScalar(isScalar(node) ? node.value : null, location), location };
  }

  private readAlias(alias: Alias, depth: number, location: SourceLocation): SourceNode {
    const target = this.resolveAlias(alias);
    if (target !== undefined) return this.read(target, depth + 1, location);
    const message = `The anchor \`&${alias.source}\` of this alias is not defined before it.`;
    const help = didYouMean(alias.source, this.listAnchors()) ?? 'If this is text, put quotes around it.';
    this.diagnostics.push(createDiagnostic('syntax', location, message, { help }));
    return { kind: 'scalar', value: null, location };
  }

  private listAnchors(): readonly string[] {
    const anchors: string[] = [];
    visit(this.document, { Value: (_key, { anchor }) => void (anchor !== undefined && anchors.push(anchor)) });
    return anchors;
  }

  /** Looks the anchor of an alias up, once for each alias: the look-up walks the whole document. */
  private resolveAlias(alias: Alias): unknown {
    if (!this.targets.has(alias)) this.targets.set(alias, alias.resolve(this.document));
    // Too many aliases are reported like too many nodes.
    if (this.targets.size > maximalAliases) this.nodes = maximalNodes;
    return this.targets.get(alias);
  }

  private readEntries(pairs: readonly Pair<Node, Node | null>[], depth: number): readonly MapEntry[] {
    const entries = new Map<string, MapEntry>();
    for (const pair of pairs) {
      const keyLocation = this.locationOf(pair.key);
      if (!isScalar(pair.key)) {
        this.diagnostics.push(createDiagnostic('not-json', keyLocation, 'A key must be a string.'));
        continue;
      }
      const key = pair.key.source ?? String(pair.key.value ?? '');
      const first = entries.get(key);
      if (first) {
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

  private readScalar(value: unknown, location: SourceLocation): null | boolean | number | string {
    const problem = typeof value === 'number' ? reportNumber(value, location) : undefined;
    if (problem) this.diagnostics.push(problem);
    if (problem?.code === 'not-json') return 0;
    if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
    return String(value);
  }

  private tooLarge(location: SourceLocation): SourceNode {
    if (!this.diagnostics.some(({ code }) => code === 'too-large')) {
      const message = `More than ${maximalDepth} levels of nesting or ${maximalNodes} values, aliases written out.`;
      this.diagnostics.push(createDiagnostic('too-large', location, message));
    }
    return { kind: 'scalar', value: null, location };
  }

  private locationOf(node: Node | null): SourceLocation {
    const [start, end] = node?.range ?? [0, 0];
    return this.locate(start, end);
  }
}

/** The location of a character, by its offset in the text. */
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
  // Not in the whole text: it may be one long line.
  const lineLength = text.slice(start, end).indexOf('\n');
  const stop = lineLength === -1 ? end : start + lineLength;
  return { file, line: Math.max(1, line), column: Math.max(1, col), length: Math.max(1, stop - start) };
}

function firstLine(message: string): string {
  const line = message.split('\n')[0] ?? message;
  return /[.!?]$/u.test(line) ? line : `${line}.`;
}
