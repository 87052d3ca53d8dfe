import type { DiagnosticCode, DiagnosticRule } from '../../core/diagnostics/diagnostic-table.js';
import { createDiagnostic, type DiagnosticDetails } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import { resolveFunction } from '../../feature-kit/definition/resolve-entry.js';
import type { BoundFunctionModel } from '../../core/model/model.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import { locateReference, type ReferenceProblem } from '../../feature-kit/resolve/locate-reference.js';
import { baseFileOf } from '../../core/source/references.js';
import {
  childOf,
  entriesOf,
  entryOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';
import { apisDiagnostics } from './diagnostics.js';

/** Versions of OpenAPI whose schemas differ. 3.2 counts as 3.1. */
export type ApiVersion = '2.0' | '3.0' | '3.1';

/** Strictness of body validation. `documented` follows the document, in which objects are open by default. */
type BodyValidation = 'strict' | 'documented' | 'lenient';

/** OpenAPI document that tools are generated from. */
export interface DocumentSource {
  /** Unique name: the key under `openapi`, else the file name. */
  readonly name: string;
  /** Name of the MCP server, the prefix of environment variables. */
  readonly server: string;
  readonly root: SourceNode;
  readonly version: ApiVersion;
  /** The entry under `openapi`; absent if no definition refers to the document. */
  readonly entry?: DefinitionEntry;
}

/** Maximum length of a chain of references. */
const maxHops = 32;

/** OpenAPI document in one or more files. Resolves references and collects warnings. */
export class ApiDocument {
  readonly name: string;
  readonly server: string;
  readonly root: SourceNode;
  readonly version: ApiVersion;
  readonly entry: DefinitionEntry | undefined;
  /** `validateRequests` next to `document`. */
  readonly validation: BodyValidation;
  private readonly workspace: Workspace;
  private readonly diagnostics: Diagnostic[];
  private readonly reported = new Set<string>();

  constructor(workspace: Workspace, { name, server, root, version, entry }: DocumentSource, diagnostics: Diagnostic[]) {
    this.workspace = workspace;
    this.diagnostics = diagnostics;
    this.name = name;
    this.server = server;
    this.root = root;
    this.version = version;
    this.entry = entry;
    const validation = stringAt(entry?.node, 'validateRequests');
    this.validation = validation === 'strict' || validation === 'lenient' ? validation : 'documented';
  }

  /** Adds a diagnostic, unless it was already added. */
  warn(
    rule: DiagnosticCode | DiagnosticRule,
    location: SourceLocation,
    message: string,
    details: DiagnosticDetails = {},
  ): void {
    const diagnostic = createDiagnostic(rule, location, message, details);
    const key = JSON.stringify([diagnostic.code, location, message]);
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.diagnostics.push(diagnostic);
  }

  /** Adds the diagnostics of a check. */
  add(diagnostics: readonly Diagnostic[]): void {
    this.diagnostics.push(...diagnostics);
  }

  /** Resolves a definition key that names a user's function; `undefined` if the key is absent. */
  findFunction(node: SourceNode | undefined, key: string): BoundFunctionModel | undefined {
    return resolveFunction({ workspace: this.workspace, diagnostics: this.diagnostics }, node, key);
  }

  /** Adds the diagnostic of a broken reference. */
  reportReference({ message, help }: ReferenceProblem, reference: SourceNode): void {
    this.warn(apisDiagnostics['broken-reference'], reference.location, message, { help });
  }

  /** Resolves the references at the root of a part. Returns `undefined`, after a warning, if a reference is broken. */
  follow(part: SourceNode): SourceNode | undefined {
    return this.find(part, (problem, reference) => this.reportReference(problem, reference));
  }

  /**
   * Resolves the references at the root of a part. Returns the part itself, without a warning, if a reference is
   * broken.
   *
   * @param isEnd Returns whether to stop at a part that has a reference.
   */
  peek(part: SourceNode, isEnd?: (part: SourceNode) => boolean): SourceNode {
    return this.find(part, () => {}, isEnd) ?? part;
  }

  /** Returns the value at a key with its references resolved: in split documents, maps and lists can be a `$ref`. */
  child(part: SourceNode | undefined, key: string): SourceNode | undefined {
    const child = childOf(part, key);
    return child && this.follow(child);
  }

  /** Lists the entries of the map at a key of a part. References in their values are not resolved. */
  entries(part: SourceNode | undefined, key: string): readonly MapEntry[] {
    return entriesOf(this.child(part, key));
  }

  private find(
    part: SourceNode,
    report: (problem: ReferenceProblem, reference: SourceNode) => void,
    isEnd: (part: SourceNode) => boolean = () => false,
  ): SourceNode | undefined {
    let current = part;
    for (let hops = 0; ; hops++) {
      const reference = entryOf(current, '$ref')?.value;
      const text = stringAt(current, '$ref');
      if (!reference || text === undefined || isEnd(current)) return current;
      const place = { file: baseFileOf(reference.location), rootPath: [], followsInside: true, reference };
      const target =
        hops === maxHops
          ? { code: 'circular-ref' as const, message: `\`${text}\` refers back to itself.` }
          : locateReference(this.workspace, text, place);
      if ('code' in target) {
        report(target, reference);
        return undefined;
      }
      current = target.node;
    }
  }
}
