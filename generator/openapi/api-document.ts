import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { Workspace } from '../load/load-definitions.js';
import { childOf, entryOf, stringAt, type SourceNode } from '../source/source-node.js';
import { locateReference, type FilesById, type ReferenceProblem } from '../resolve/locate-reference.js';
import type { ApiVersion } from './schema/api-dialect.js';

/** A part of a document and the file that it stands in. */
export interface Located {
  readonly node: SourceNode;
  readonly file: string;
}

/** References that lead on to references, at most. */
const maximalHops = 32;

/** An OpenAPI document: its tree, and the way around in it. */
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

  /** Reports a problem once, however often the place is looked at. */
  warn(code: DiagnosticCode, location: SourceLocation, message: string, details: DiagnosticDetails = {}): void {
    const key = JSON.stringify([code, location, message]);
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.diagnostics.push(createDiagnostic(code, location, message, details));
  }

  /** Reports that a reference leads nowhere. */
  reportReference({ message, help }: ReferenceProblem, reference: SourceNode): void {
    this.warn('broken-reference', reference.location, message, { help });
  }

  /** What the references at the root of a part lead to; `undefined`, and a warning, when that is nothing. */
  follow(part: Located): Located | undefined {
    return this.find(part, (problem, reference) => this.reportReference(problem, reference));
  }

  /** The same without a word: the part itself when the references lead nowhere. */
  peek(part: Located): Located {
    return this.find(part, () => {}) ?? part;
  }

  /** The value at a key of a part, in the same file. */
  child(part: Located | undefined, key: string): Located | undefined {
    const node = part && childOf(part.node, key);
    return node && { node, file: part.file };
  }

  /** The map or list at a key of a part; documents in several files have references where OpenAPI has none, too. */
  container(part: Located | undefined, key: string): Located | undefined {
    const child = this.child(part, key);
    return child && this.follow(child);
  }

  private find(part: Located, report: (problem: ReferenceProblem, reference: SourceNode) => void): Located | undefined {
    let current = part;
    for (let hops = 0; ; hops++) {
      const reference = entryOf(current.node, '$ref')?.value;
      const text = stringAt(current.node, '$ref');
      if (!reference || text === undefined) return current;
      const problem = `\`${text}\` leads to itself.`;
      const target: Located | ReferenceProblem =
        hops === maximalHops
          ? { code: 'endless-ref' as const, message: problem }
          : locateReference(this.workspace, this.filesById, text, {
              file: current.file,
              rootPath: [],
              followsInside: true,
            });
      if ('code' in target) {
        report(target, reference);
        return undefined;
      }
      current = { node: target.node, file: target.file };
    }
  }
}
