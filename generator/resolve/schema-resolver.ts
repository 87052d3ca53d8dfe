import path from 'node:path';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { Workspace } from '../load/load-definitions.js';
import {
  childOf,
  entriesOf,
  entryOf,
  nodeAt,
  splitPointer,
  stringAt,
  toJson,
  type MapEntry,
  type SourceNode,
} from '../load/source-node.js';
import { isScheme, splitReference } from '../load/split-reference.js';
import type { Json, JsonObject } from '../model/json.js';
import type { Dialect } from '../model/model.js';
import { annotationKeywords, schemaPositions } from '../schema/keywords.js';
import { refTo } from '../schema/map-schema.js';
import { findAnchor } from './find-anchor.js';
import { parseDialect } from './parse-dialect.js';
import { upgradeDraft07 } from './upgrade-draft07.js';

/** Where a schema stands: what `#` means in it and which dialect it speaks. */
export interface SchemaScope {
  readonly file: string;
  /** Path from the file's root to the schema's own root: `#/$defs/X` is looked up there first. */
  readonly rootPath: readonly string[];
  readonly dialect: Dialect;
}

/** A schema that some `$ref` points at, before it has its final name. */
export interface ReferredSchema {
  /** Dialect, file and pointer: the same for everything that refers to it. */
  readonly key: string;
  readonly file: string;
  readonly path: readonly string[];
  /** Path of the schema that it belongs to when it is one of that schema's own `$defs`. */
  readonly rootPath: readonly string[];
  readonly dialect: Dialect;
  /** References in it are `#/$defs/<key>`. */
  readonly schema: boolean | JsonObject;
  readonly location: SourceLocation;
}

/**
 * Turns schemas of definition files into schemas whose only references are to named definitions: relative files,
 * pointers, anchors and dynamic references are all looked up here. Problems are collected in `diagnostics`.
 */
export class SchemaResolver {
  readonly diagnostics: Diagnostic[] = [];
  /** Everything that was referred to, in the order of first reference. */
  readonly referred = new Map<string, ReferredSchema>();
  private readonly workspace: Workspace;
  private readonly filesById: ReadonlyMap<string, string>;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.filesById = indexFilesById(workspace);
  }

  /** The scope of a schema that is the root of a tool's schema or of a file. */
  scopeOf(file: string, rootPath: readonly string[], node: SourceNode): SchemaScope {
    return { file, rootPath, dialect: this.dialectOf(node) ?? '2020-12' };
  }

  /** Resolves one schema; what it cannot resolve accepts everything, so that the run can go on to the next problem. */
  resolve(node: SourceNode, scope: SchemaScope): boolean | JsonObject {
    if (node.kind !== 'map') return !(node.kind === 'scalar' && node.value === false);
    const reference = entryOf(node, '$ref') ?? entryOf(node, '$dynamicRef');
    const members = node.entries
      .filter((entry) => this.keepsMember(entry, reference, scope))
      .map(({ key, value }): [string, Json] => [key, this.resolveMember(key, value, scope)]);
    if (!reference) return new Map(members);
    const key = this.resolveReference(reference, scope);
    return new Map(key === undefined ? members : [['$ref', refTo(key)], ...members]);
  }

  private keepsMember({ key }: MapEntry, reference: MapEntry | undefined, scope: SchemaScope): boolean {
    if (identityKeywords.has(key)) return false;
    // Draft-07: what stands beside a `$ref` is ignored.
    return !(reference && scope.dialect === 'draft-07') || annotationKeywords.has(key);
  }

  private resolveMember(keyword: string, value: SourceNode, scope: SchemaScope): Json {
    const position = schemaPositions.get(keyword);
    if (position === undefined) return toJson(value);
    if (position === 'map' || position === 'dependencies') {
      if (value.kind !== 'map') return toJson(value);
      return new Map(
        value.entries.map(({ key, value: member }) => [
          key,
          member.kind === 'sequence' ? toJson(member) : this.resolve(member, scope),
        ]),
      );
    }
    if (value.kind === 'sequence') return value.items.map((item) => this.resolve(item, scope));
    return this.resolve(value, scope);
  }

  /** Looks a `$ref` up and gives the key of what it points at. */
  private resolveReference({ key: keyword, value: node }: MapEntry, scope: SchemaScope): string | undefined {
    if (node.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
    const reference = splitReference(node.value);
    if (!reference) return this.report('dangling-ref', node, `\`${node.value}\` is not percent-encoded correctly.`);
    const file = this.resolveFile(reference.file, node, scope);
    if (file === undefined) return undefined;
    const place = this.findTarget(file, reference.fragment, file === scope.file ? scope.rootPath : []);
    if (!place) {
      const help = this.suggestTargets(file, scope);
      return this.report('dangling-ref', node, `\`${keyword}\` to \`${node.value}\`: there is nothing there.`, help);
    }
    return this.register(file, place.path, place.rootPath, node, scope);
  }

  private resolveFile(reference: string, node: SourceNode, scope: SchemaScope): string | undefined {
    if (reference === '') return scope.file;
    const byId = this.filesById.get(reference);
    if (byId !== undefined) return byId;
    if (isScheme(reference)) {
      const help = 'Save the schema in the definitions folder and refer to the file.';
      return this.report(
        'remote-ref',
        node,
        `\`${reference}\` is not in the definitions; nothing is ever fetched.`,
        help,
      );
    }
    const file = path.posix.join(path.posix.dirname(scope.file), reference);
    const loaded = this.workspace.files.get(file);
    if (reference.startsWith('/') || loaded?.status === 'outside') {
      return this.report('outside-ref', node, `\`${reference}\` leads out of ${this.workspace.folder}/.`);
    }
    if (loaded?.status === 'read') {
      if (loaded.root) return file;
      const problem = /\.(ya?ml|json)$/u.test(file) ? 'has syntax errors' : 'is neither YAML nor JSON';
      return this.report('dangling-ref', node, `\`${reference}\` ${problem}.`);
    }
    return this.report('dangling-ref', node, `There is no file \`${reference}\` beside ${scope.file}.`);
  }

  /** `#/$defs/X` means the schema's own root if it has that definition, else the same file. */
  private findTarget(file: string, fragment: string, ownRoot: readonly string[]): TargetPlace | undefined {
    for (const rootPath of ownRoot.length > 0 ? [ownRoot, []] : [[]]) {
      const fileRoot = this.rootOf(file);
      const root = fileRoot && nodeAt(fileRoot, rootPath);
      if (!root) continue;
      const isPointer = fragment === '' || fragment.startsWith('/');
      const steps = isPointer ? splitPointer(fragment) : findAnchor(root, fragment);
      if (steps && nodeAt(root, steps)) return { path: [...rootPath, ...steps], rootPath };
    }
    return undefined;
  }

  private register(
    file: string,
    targetPath: readonly string[],
    rootPath: readonly string[],
    reference: SourceNode,
    scope: SchemaScope,
  ): string | undefined {
    const fileRoot = this.rootOf(file);
    const node = fileRoot && nodeAt(fileRoot, targetPath);
    if (!fileRoot || !node) return undefined;
    const declared = this.dialectOf(node) ?? this.dialectOf(nodeAt(fileRoot, rootPath) ?? node);
    if (declared === '2020-12' && scope.dialect === 'draft-07') {
      return this.report('mixed-dialects', reference, 'A draft-07 schema cannot refer to a 2020-12 schema.');
    }
    const key = `${scope.dialect} ${file}#${targetPath.map(escapePointer).join('')}`;
    if (!this.referred.has(key)) {
      const entry = { key, file, path: targetPath, rootPath, dialect: scope.dialect, location: node.location };
      this.referred.set(key, { ...entry, schema: true });
      const schema = this.resolve(node, { file, rootPath, dialect: declared ?? scope.dialect });
      const upgrade = declared === 'draft-07' && scope.dialect === '2020-12';
      this.referred.set(key, { ...entry, schema: upgrade ? upgradeDraft07(schema) : schema });
    }
    return key;
  }

  private dialectOf(node: SourceNode): Dialect | undefined {
    const declared = stringAt(node, '$schema');
    return declared === undefined ? undefined : parseDialect(declared);
  }

  private rootOf(file: string): SourceNode | undefined {
    const loaded = this.workspace.files.get(file);
    return loaded?.status === 'read' ? loaded.root : undefined;
  }

  private suggestTargets(file: string, scope: SchemaScope): string | undefined {
    const root = this.rootOf(file);
    if (!root) return undefined;
    const own = file === scope.file ? nodeAt(root, scope.rootPath) : undefined;
    const names = [own, root].flatMap((node) =>
      ['$defs', 'definitions'].flatMap((container) =>
        entriesOf(childOf(node, container)).map(({ key }) => `#/${container}/${key}`),
      ),
    );
    const known = [...new Set(names)].slice(0, 10).map((name) => `\`${name}\``);
    return known.length === 0 ? undefined : `There are: ${known.join(', ')}.`;
  }

  private report(
    code: 'dangling-ref' | 'remote-ref' | 'outside-ref' | 'mixed-dialects',
    node: SourceNode,
    message: string,
    help?: string,
  ): undefined {
    const known = this.diagnostics.some(({ location }) => location === node.location);
    if (!known) this.diagnostics.push(createDiagnostic(code, node.location, message, { help }));
  }
}

interface TargetPlace {
  readonly path: readonly string[];
  readonly rootPath: readonly string[];
}

/** Keywords that name or locate a schema: they have done their work once references are resolved. */
const identityKeywords: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$ref',
  '$dynamicRef',
  '$vocabulary',
  '$defs',
  'definitions',
]);

/** Files by the `$id` at their root, so that a schema may be referred to by its address without being fetched. */
function indexFilesById(workspace: Workspace): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [file, loaded] of workspace.files) {
    const id = loaded.status === 'read' ? stringAt(loaded.root, '$id') : undefined;
    if (id !== undefined) files.set(id.replace(/#$/u, ''), file);
  }
  return files;
}

function escapePointer(step: string): string {
  return `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
