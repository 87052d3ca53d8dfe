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
  const tokens = readTokens(readable);
  if (tokens.tooDeep !== undefined) {
    const location = locate(tokens.tooDeep, tokens.tooDeep + 1);
    return { diagnostics: [createDiagnostic('too-large', location, `More than ${maximalDepth} levels of nesting.`)] };
  }
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, version: '1.2' });
  const [document, second] = composer.compose(tokens.read, true, readable.length);
  if (!document) return { diagnostics: [] };
  const all = [...document.errors, ...document.warnings];
  const tabs = all.filter(({ code }) => code === 'TAB_AS_INDENT');
  // Lines after a tab seem to be indented wrongly.
  const faults = (tabs.length > 0 ? tabs : all).slice(0, maximalFaults);
  const syntaxErrors = faults.map(({ code, message, pos: [start, end] }) => {
    const own = syntaxMessages.get(code);
    return createDiagnostic('syntax', locate(start, end), own?.message ?? firstLine(message), { help: own?.help });
  });
  if (second) {
    const message = 'A second YAML document begins here; a file may hold only one.';
    syntaxErrors.push(createDiagnostic('syntax', locate(second.range[0], second.range[1]), message));
  }
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
  ['TAB_AS_INDENT', { message: 'Tabs cannot indent in YAML.', help: 'Use spaces.' }],
]);

type Locate = (start: number, end: number) => SourceLocation;

/** Tokens of a text; where nesting exceeds the limit, its offset. */
interface YamlTokens {
  readonly read: readonly CST.Token[];
  readonly tooDeep?: number;
}

/** Constructions that are open at once in a text of permitted depth: the document, `maximalDepth` collections and a value. */
const maximalOpen = maximalDepth + 2;

/** Reads tokens until nesting is too deep: the library would end deep collections recursively, and overflow the stack. */
function readTokens(text: string): YamlTokens {
  const parser = new Parser();
  const read: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    read.push(...parser.next(lexeme));
    if (parser.stack.length > maximalOpen) return { read, tooDeep: parser.stack.at(-1)?.offset ?? 0 };
  }
  read.push(...parser.end());
  return { read };
}

/** Maximum of nodes in a file, with aliases written out. */
const maximalNodes = 1_000_000;

class NodeReader {
  readonly diagnostics: Diagnostic[] = [];
  private readonly locate: Locate;
  private readonly anchors = new Map<string, Node>();
  private readonly targets = new Map<Alias, Node | undefined>();
  private nodes = 0;

  constructor(document: Document, locate: Locate) {
    this.locate = locate;
    // An alias means the last node before it with its anchor.
    visit(document, {
      Alias: (_key, alias) => void this.targets.set(alias, this.anchors.get(alias.source)),
      Value: (_key, node) => void (node.anchor !== undefined && this.anchors.set(node.anchor, node)),
    });
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
    const target = this.targets.get(alias);
    if (target !== undefined) return this.read(target, depth + 1, location);
    const message = `The anchor \`&${alias.source}\` of this alias is not defined before it.`;
    const help = didYouMean(alias.source, [...this.anchors.keys()]) ?? 'If this is text, put quotes around it.';
    this.diagnostics.push(createDiagnostic('syntax', location, message, { help }));
    return { kind: 'scalar', value: null, location };
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
      // Ends the reading of all other nodes.
      this.nodes = maximalNodes;
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
