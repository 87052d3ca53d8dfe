import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { rootOf, type Workspace } from '../load/workspace.js';
import {
  entryOf,
  escapeStep,
  nodeAt,
  stringAt,
  toJson,
  type MapEntry,
  type MapNode,
  type SourceNode,
} from '../../core/source/source-node.js';
import type { Json, JsonObject } from '../../core/model/json.js';
import type { Dialect } from '../../core/model/model.js';
import { annotationKeywords, schemaPositions } from '../../core/schema/keywords.js';
import { refTo } from '../../core/schema/map-schema.js';
import { baseFileOf } from '../../core/source/references.js';
import { translateNullable } from './allow-null.js';
import {
  locateReference,
  type ReferencePlace,
  type ReferenceProblem,
  type ReferenceTarget,
} from './locate-reference.js';
import { describeScope, enterTarget, type DynamicScope } from './dynamic-scope.js';
import { parseDialect, upgradeDraft07 } from '../../core/schema/dialect.js';

/** Scope of a schema: its file, what `#` refers to, and its dialect. */
export interface SchemaScope {
  readonly file: string;
  /** Path from the root of the file to the root of the schema. `#/$defs/X` is looked up there first. */
  readonly rootPath: readonly string[];
  readonly dialect: Dialect;
  /** Dialect of the schema that this schema becomes part of. */
  readonly into: Dialect;
  /** Translation of a schema in a third dialect. */
  readonly translation?: SchemaTranslation;
  /** Set only in documents with repeated `$dynamicAnchor`s. */
  readonly dynamic?: DynamicScope;
}

/** Source of a schema and its scope. */
export interface SchemaRoot {
  readonly node: SourceNode;
  readonly scope: SchemaScope;
}

/** Translation of schemas, and of schemas that they refer to, from another dialect, such as the OpenAPI 3.0 dialect. */
interface SchemaTranslation {
  /** Name that the keys of referenced schemas contain, because each translation of a schema is a separate schema. */
  readonly name: string;
  /** Translates a schema to 2020-12, except for its subschemas, which are translated later. */
  readonly translate: (schema: MapNode) => SourceNode;
  /** Reports an invalid reference. */
  readonly report: (problem: ReferenceProblem, reference: SourceNode) => void;
}

/** Target of a `$ref` before it gets a name. */
export interface ReferredSchema {
  /** Key that consists of translation or dialect, file and pointer. */
  readonly key: string;
  readonly file: string;
  readonly path: readonly string[];
  /** Path of the root schema whose `$defs` contain the schema. */
  readonly rootPath: readonly string[];
  readonly dialect: Dialect;
  /** Schema whose references have the form `#/$defs/<key>`. */
  readonly schema: boolean | JsonObject;
  readonly location: SourceLocation;
  /** Name suffix, set if the input and output translations of the schema differ. */
  readonly suffix?: 'Input' | 'Output';
}

/**
 * Resolves references in schemas: relative files, pointers, anchors and dynamic references become keys of `referred`.
 * Collects problems in `diagnostics`.
 * @see docs/decisions/0003-references-are-resolved-once.md
 */
export class SchemaResolver {
  readonly diagnostics: Diagnostic[] = [];
  /** Targets of references by key, in the order of first reference. */
  readonly referred = new Map<string, ReferredSchema>();
  private readonly workspace: Workspace;
  private readonly reported = new Set<SourceNode>();
  private counts: ReadonlyMap<string, number> | undefined;
  /** Number of schemas that exist because of dynamic scopes. */
  private variants = 0;
  /** Queue of targets to resolve. Without a queue, long chains of references would overflow the stack. */
  private readonly waiting: (() => void)[] = [];

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** Returns the scope of a root schema, which belongs to a tool or is under `$defs` of a file. */
  scopeOf(file: string, rootPath: readonly string[], node: SourceNode): SchemaScope {
    const dialect = dialectOf(node) ?? '2020-12';
    return { file, rootPath, dialect, into: dialect };
  }

  /** Resolves a schema and the targets of its references. A part with an invalid reference accepts any value. */
  resolve(node: SourceNode, scope: SchemaScope): boolean | JsonObject {
    const schema = this.resolvePart(node, scope);
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) next();
    return schema;
  }

  private resolvePart(source: SourceNode, scope: SchemaScope): boolean | JsonObject {
    const node = source.kind === 'map' ? (scope.translation?.translate ?? translateNullable)(source) : source;
    if (node.kind !== 'map') return !(node.kind === 'scalar' && node.value === false);
    const reference = entryOf(node, '$ref') ?? entryOf(node, '$dynamicRef');
    const members = node.entries
      .filter((entry) => keepsMember(entry, reference, scope))
      .map(({ key, value }): [string, Json] => [key, this.resolveMember(key, value, scope)]);
    if (!reference) return new Map(members);
    const key = this.resolveReference(reference, scope);
    return new Map(key === undefined ? members : [['$ref', refTo(key)], ...members]);
  }

  private resolveMember(keyword: string, value: SourceNode, scope: SchemaScope): Json {
    const position = schemaPositions.get(keyword);
    if (position === undefined) return toJson(value);
    if (position === 'map' || position === 'dependencies') {
      if (value.kind !== 'map') return toJson(value);
      return new Map(
        value.entries.map(({ key, value: member }) => [
          key,
          member.kind === 'sequence' ? toJson(member) : this.resolvePart(member, scope),
        ]),
      );
    }
    if (value.kind === 'sequence') return value.items.map((item) => this.resolvePart(item, scope));
    return this.resolvePart(value, scope);
  }

  /** Returns the key of a `$ref` target. Reports an invalid reference and returns `undefined`. */
  private resolveReference({ key: keyword, value: node }: MapEntry, scope: SchemaScope): string | undefined {
    if (node.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
    const isAmbiguous = keyword === '$dynamicRef' && this.countAnchors(node.value) > 1;
    const target = isAmbiguous
      ? (scope.dynamic?.get(anchorOf(node.value)) ?? ambiguousReference(node.value))
      : locateReference(this.workspace, node.value, placeOf(node, scope));
    if (!('code' in target)) return this.register(target, node, scope);
    if (!this.reported.has(node)) {
      this.reported.add(node);
      if (scope.translation) scope.translation.report(target, node);
      else this.diagnostics.push(createDiagnostic(target.code, node.location, target.message, target));
    }
    return undefined;
  }

  /** Counts the possible targets of a dynamic reference. */
  private countAnchors(reference: string): number {
    return this.anchorCounts.get(anchorOf(reference)) ?? 0;
  }

  /** Number of dynamic anchors in all files by name. */
  private get anchorCounts(): ReadonlyMap<string, number> {
    if (this.counts) return this.counts;
    const counts = new Map<string, number>();
    for (const [file, loaded] of this.workspace.files) {
      const isNamed = loaded.status === 'read' && loaded.text.includes('$dynamicAnchor');
      const root = isNamed ? rootOf(this.workspace, file) : undefined;
      for (const [name, count] of root ? dynamicAnchorsOf(root) : []) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    this.counts = counts;
    return counts;
  }

  /** Returns the dynamic scope inside a target; `undefined` if no anchor name is ambiguous. */
  private enter(target: ReferenceTarget, { translation, dynamic }: SchemaScope): DynamicScope | undefined {
    const isNeeded = translation !== undefined && [...this.anchorCounts.values()].some((count) => count > 1);
    return isNeeded && this.variants < maxVariants ? enterTarget(target, dynamic) : undefined;
  }

  private register(target: ReferenceTarget, reference: SourceNode, scope: SchemaScope): string | undefined {
    const { file, path, rootPath, node } = target;
    const fileRoot = rootOf(this.workspace, file);
    const declared = dialectOf(node) ?? dialectOf((fileRoot && nodeAt(fileRoot, rootPath)) ?? node);
    if (declared === '2020-12' && scope.into === 'draft-07') {
      const message = 'A draft-07 schema cannot refer to a 2020-12 schema. Use the same dialect for both.';
      this.diagnostics.push(createDiagnostic('mixed-dialects', reference.location, message));
      return undefined;
    }
    const dynamic = this.enter(target, scope);
    const pointer = path.map((step) => `/${escapeStep(step)}`).join('');
    // The target's own anchors do not depend on the reference.
    const variant = dynamic && scope.dynamic ? describeScope(dynamic) : '';
    const key = `${scope.translation?.name ?? scope.into} ${file}#${pointer}${variant}`;
    if (this.referred.has(key)) return key;
    if (variant !== '') this.variants += 1;
    const entry = { key, file, path, rootPath, dialect: scope.into, location: node.location };
    this.referred.set(key, { ...entry, schema: true });
    this.waiting.push(() => {
      const dialect = declared ?? scope.dialect;
      const { dynamic: _outer, ...rest } = scope;
      const inside: SchemaScope = { ...rest, file, rootPath, dialect, ...(dynamic && { dynamic }) };
      const schema = this.resolvePart(node, inside);
      const isOld = dialect === 'draft-07' && scope.into === '2020-12';
      this.referred.set(key, { ...entry, schema: isOld ? upgradeDraft07(schema) : schema });
    });
    return key;
  }
}

/**
 * Returns the place of a `$ref`. In translated schemas, which may come from another file, returns the place where the
 * reference was written.
 */
function placeOf(reference: SourceNode, scope: SchemaScope): ReferencePlace {
  if (scope.translation === undefined) return scope;
  const file = baseFileOf(reference.location);
  return { reference, file, rootPath: file === scope.file ? scope.rootPath : [], followsInside: true };
}

/** Maximum number of schemas that exist because of dynamic scopes, which documents can nest indefinitely. */
const maxVariants = 200;

/** Returns the anchor name in a reference. */
function anchorOf(reference: string): string {
  return reference.slice(reference.indexOf('#') + 1);
}

function ambiguousReference(reference: string): ReferenceProblem {
  const message = `\`${reference}\` matches several \`$dynamicAnchor\`s; any value is allowed here.`;
  return {
    code: 'dynamic-ref',
    message,
    help: 'A dynamic reference must have exactly one target here. Write out the variants with `$ref`.',
  };
}

/** Cached results of {@link dynamicAnchorsOf}. */
const dynamicAnchorsByRoot = new WeakMap<SourceNode, ReadonlyMap<string, number>>();

/** Counts the `$dynamicAnchor`s below a root, by name. */
function dynamicAnchorsOf(root: SourceNode): ReadonlyMap<string, number> {
  const cached = dynamicAnchorsByRoot.get(root);
  if (cached) return cached;
  const counts = new Map<string, number>();
  const count = (node: SourceNode): void => {
    if (node.kind === 'scalar') return;
    const name = stringAt(node, '$dynamicAnchor');
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (node.kind === 'sequence') node.items.forEach(count);
    else node.entries.forEach(({ value }) => count(value));
  };
  count(root);
  dynamicAnchorsByRoot.set(root, counts);
  return counts;
}

/** Keywords that identify or locate a schema. They would be wrong in a descriptor. */
const identityKeywords: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$dynamicAnchor',
  '$ref',
  '$dynamicRef',
  '$vocabulary',
  '$defs',
  'definitions',
]);

function keepsMember({ key }: MapEntry, reference: MapEntry | undefined, scope: SchemaScope): boolean {
  if (identityKeywords.has(key)) return false;
  // Draft-07 has no `$anchor`, but can be upgraded to 2020-12.
  if (key === '$anchor') return scope.dialect === '2020-12';
  // Draft-07 ignores siblings of a `$ref`.
  return !(reference && scope.dialect === 'draft-07') || annotationKeywords.has(key);
}

function dialectOf(node: SourceNode): Dialect | undefined {
  const declared = stringAt(node, '$schema');
  return declared === undefined ? undefined : parseDialect(declared);
}
