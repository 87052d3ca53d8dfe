import type { DiagnosticCode } from '../diagnostics/diagnostic-table.js';
import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { Workspace } from '../load/load-definitions.js';
import { locateReference, type FilesById, type ReferenceProblem } from '../resolve/locate-reference.js';
import { childOf, entriesOf, entryOf, stringAt, type SourceNode } from '../source/source-node.js';

/** Versions of OpenAPI whose schemas differ. 3.2 counts as 3.1. */
export type ApiVersion = '2.0' | '3.0' | '3.1';

/** A part of a document and the file that contains it. */
export interface Located {
  readonly node: SourceNode;
  readonly file: string;
}

/** An entry of a map in a document. */
export interface LocatedEntry {
  readonly key: string;
  readonly keyLocation: SourceLocation;
  readonly value: Located;
}

/** Maximal length of a chain of references. */
const maximalHops = 32;

/** An OpenAPI document: looks up its parts, follows references, and collects warnings. */
export class ApiDocument {
  readonly root: Located;
  readonly version: ApiVersion;
  private readonly workspace: Workspace;
  private readonly filesById: FilesById;
  private readonly diagnostics: Diagnostic[];
  private readonly reported = new Set<string>();

  constructor(
    workspace: Workspace,
    filesById: FilesById,
    diagnostics: Diagnostic[],
    root: Located,
    version: ApiVersion,
  ) {
    this.workspace = workspace;
    this.filesById = filesById;
    this.diagnostics = diagnostics;
    this.root = root;
    this.version = version;
  }

  /** Adds a diagnostic, unless the same one was added before. */
  warn(code: DiagnosticCode, location: SourceLocation, message: string, details: DiagnosticDetails = {}): void {
    const key = JSON.stringify([code, location, message]);
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.diagnostics.push(createDiagnostic(code, location, message, details));
  }

  /** Adds the diagnostic of a broken reference. */
  reportReference({ message, help }: ReferenceProblem, reference: SourceNode): void {
    this.warn('broken-reference', reference.location, message, { help });
  }

  /** Follows the references at the root of a part. Returns `undefined`, after a warning, when they are broken. */
  follow(part: Located): Located | undefined {
    return this.find(part, (problem, reference) => this.reportReference(problem, reference));
  }

  /** Follows the references at the root of a part. Returns the part itself, without a warning, when they are broken. */
  peek(part: Located): Located {
    return this.find(part, () => {}) ?? part;
  }

  /** The value at a key of a part, references not followed. */
  child(part: Located | undefined, key: string): Located | undefined {
    const node = part && childOf(part.node, key);
    return node && { node, file: part.file };
  }

  /** The map or list at a key of a part, references followed: split documents have `$ref` in place of maps and lists, too. */
  container(part: Located | undefined, key: string): Located | undefined {
    const child = this.child(part, key);
    return child && this.follow(child);
  }

  /** The entries of the map at a key of a part. References in the values are not followed. */
  entries(part: Located | undefined, key: string): readonly LocatedEntry[] {
    const container = this.container(part, key);
    if (!container) return [];
    const { node, file } = container;
    return entriesOf(node).map(({ value, ...entry }) => ({ ...entry, value: { node: value, file } }));
  }

  private find(part: Located, report: (problem: ReferenceProblem, reference: SourceNode) => void): Located | undefined {
    let current = part;
    for (let hops = 0; ; hops++) {
      const reference = entryOf(current.node, '$ref')?.value;
      const text = stringAt(current.node, '$ref');
      if (!reference || text === undefined) return current;
      const place = { file: current.file, rootPath: [], followsInside: true };
      const target =
        hops === maximalHops
          ? { code: 'endless-ref' as const, message: `\`${text}\` leads to itself.` }
          : locateReference(this.workspace, this.filesById, text, place);
      if ('code' in target) {
        report(target, reference);
        return undefined;
      }
      current = { node: target.node, file: target.file };
    }
  }
}
