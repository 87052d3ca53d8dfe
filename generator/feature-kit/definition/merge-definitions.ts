import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { suggest } from '../../core/diagnostics/suggest.js';
import { rootOf, type Workspace } from '../load/workspace.js';
import { childOf, entriesOf, entryOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';

/** Entry of a section of a definition file, such as one tool or one API, and where it stands. */
export interface DefinitionEntry {
  readonly key: string;
  readonly keyLocation: SourceLocation;
  readonly node: SourceNode;
  readonly file: string;
  /** Path from the root of the file. */
  readonly path: readonly string[];
}

/** Sections of all definition files together, in file order, then source order. */
export interface DefinitionSet {
  readonly server?: SourceNode;
  readonly auth?: SourceNode;
  readonly package?: SourceNode;
  readonly tools: readonly DefinitionEntry[];
  readonly prompts: readonly DefinitionEntry[];
  readonly resources: readonly DefinitionEntry[];
  readonly resourceTemplates: readonly DefinitionEntry[];
  readonly skills: readonly DefinitionEntry[];
  readonly openapi: readonly DefinitionEntry[];
}

type Section = 'tools' | 'prompts' | 'resources' | 'resourceTemplates' | 'skills' | 'openapi';

const sectionNouns: { readonly [section in Section]: string } = {
  tools: 'tool',
  prompts: 'prompt',
  resources: 'resource',
  resourceTemplates: 'resource template',
  skills: 'skill',
  openapi: 'API',
};

/** Merges the definition files. A name that is defined twice is an error with both places. */
export function mergeDefinitions(workspace: Workspace): {
  readonly definitions: DefinitionSet;
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const roots = workspace.definitions.flatMap((file) => {
    const root = rootOf(workspace, file);
    return root ? [{ file, root }] : [];
  });
  const collect = (section: Section) => collectSection(section, roots, diagnostics);
  const servers = collectOnce('server', roots, diagnostics);
  const auth = collectOnce('auth', roots, diagnostics)[0]?.value;
  const packaging = collectOnce('package', roots, diagnostics)[0]?.value;
  const openapi = collect('openapi');
  const hasDocument = openapi.length + workspace.documents.length > 0;
  if (servers.length === 0 && roots.length > 0 && !hasDocument) {
    const help = 'Add `server: { name: my-server, version: 1.0.0 }` to one of the definitions.';
    const location = roots[0]?.root.location;
    const isUnreadable = roots.length < workspace.definitions.length;
    const isMisspelt = roots.some(({ root }) =>
      entriesOf(root).some(({ key }) => suggest(key, ['server']) !== undefined),
    );
    const details = { help, isConsequence: isUnreadable || isMisspelt };
    diagnostics.push(createDiagnostic('missing-server', location, 'No definition has the key `server`.', details));
  }
  const definitions = {
    ...(servers[0] && { server: servers[0].value }),
    ...(auth && { auth }),
    ...(packaging && { package: packaging }),
    tools: collect('tools'),
    prompts: collect('prompts'),
    resources: collect('resources'),
    resourceTemplates: collect('resourceTemplates'),
    skills: collect('skills'),
    openapi,
  };
  return { definitions, diagnostics };
}

/** The entries of a key that only one file may have. */
function collectOnce(
  key: 'server' | 'auth' | 'package',
  roots: readonly { readonly root: SourceNode }[],
  diagnostics: Diagnostic[],
): readonly MapEntry[] {
  const found = roots.flatMap(({ root }) => entryOf(root, key) ?? []);
  for (const duplicate of found.slice(1)) {
    const related = found.slice(0, 1).map(({ keyLocation }) => ({ message: 'first here', location: keyLocation }));
    const message = `The key \`${key}\` is repeated: only one of the files may have it.`;
    diagnostics.push(createDiagnostic('duplicate-name', duplicate.keyLocation, message, { related }));
  }
  return found;
}

function collectSection(
  section: Section,
  roots: readonly { readonly file: string; readonly root: SourceNode }[],
  diagnostics: Diagnostic[],
): readonly DefinitionEntry[] {
  const entries = new Map<string, DefinitionEntry>();
  for (const { file, root } of roots) {
    for (const { key, keyLocation, value } of entriesOf(childOf(root, section))) {
      const first = entries.get(key);
      if (first) {
        const related = [{ message: 'first here', location: first.keyLocation }];
        const message = `The ${sectionNouns[section]} \`${key}\` is defined twice.`;
        diagnostics.push(createDiagnostic('duplicate-name', keyLocation, message, { related }));
      } else {
        entries.set(key, { key, keyLocation, node: value, file, path: [section, key] });
      }
    }
  }
  return [...entries.values()];
}
