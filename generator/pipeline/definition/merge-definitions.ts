import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { suggest } from '../../core/diagnostics/suggest.js';
import type { DefinitionEntry, DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { features } from '../../features.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import { childOf, entriesOf, entryOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';

/** Definition key that contains entries, such as `tools`, with the singular noun for an entry. */
interface Section {
  readonly key: string;
  readonly noun: string;
}

/** Merges the definition files. Reports duplicate names with both locations. */
export function mergeDefinitions(workspace: Workspace): {
  readonly definitions: DefinitionSet;
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const roots = workspace.definitions.flatMap((file) => {
    const root = rootOf(workspace, file);
    return root ? [{ file, root }] : [];
  });
  const collect = (key: string, noun: string) => collectSection({ key, noun }, roots, diagnostics);
  const servers = collectOnce('server', roots, diagnostics);
  const settings = features.flatMap(({ root }) =>
    (root?.settings ?? []).flatMap((key) =>
      collectOnce(key, roots, diagnostics)
        .slice(0, 1)
        .map(({ value }) => [key, value] as const),
    ),
  );
  const openapi = collect('openapi', 'API');
  const hasDocument = openapi.length + workspace.documents.length > 0;
  if (servers.length === 0 && roots.length > 0 && !hasDocument) {
    const help = 'Add `server: { name: my-server, version: 1.0.0 }` to one of the definitions.';
    const location = roots[0]?.root.location;
    const isUnreadable = roots.length < workspace.definitions.length;
    const isMisspelled = roots.some(({ root }) =>
      entriesOf(root).some(({ key }) => suggest(key, ['server']) !== undefined),
    );
    const details = { help, isConsequence: isUnreadable || isMisspelled };
    diagnostics.push(createDiagnostic('missing-server', location, 'No definition contains the key `server`.', details));
  }
  const definitions = {
    ...(servers[0] && { server: servers[0].value }),
    tools: collect('tools', 'tool'),
    prompts: collect('prompts', 'prompt'),
    resources: collect('resources', 'resource'),
    resourceTemplates: collect('resourceTemplates', 'resource template'),
    openapi,
    sections: new Map(
      features.flatMap(({ root }) =>
        Object.entries(root?.sections ?? {}).map(([key, noun]) => [key, collect(key, noun)] as const),
      ),
    ),
    settings: new Map(settings),
  };
  return { definitions, diagnostics };
}

/** Collects the entries of a key that can appear in only one file. */
function collectOnce(
  key: string,
  roots: readonly { readonly root: SourceNode }[],
  diagnostics: Diagnostic[],
): readonly MapEntry[] {
  const found = roots.flatMap(({ root }) => entryOf(root, key) ?? []);
  for (const duplicate of found.slice(1)) {
    const related = found.slice(0, 1).map(({ keyLocation }) => ({ message: 'first here', location: keyLocation }));
    const message = `Duplicate key \`${key}\`: only one file can contain it.`;
    diagnostics.push(createDiagnostic('duplicate-name', duplicate.keyLocation, message, { related }));
  }
  return found;
}

function collectSection(
  { key: section, noun }: Section,
  roots: readonly { readonly file: string; readonly root: SourceNode }[],
  diagnostics: Diagnostic[],
): readonly DefinitionEntry[] {
  const entries = new Map<string, DefinitionEntry>();
  for (const { file, root } of roots) {
    for (const { key, keyLocation, value } of entriesOf(childOf(root, section))) {
      const first = entries.get(key);
      if (first) {
        const related = [{ message: 'first here', location: first.keyLocation }];
        const message = `Duplicate ${noun} \`${key}\`.`;
        diagnostics.push(createDiagnostic('duplicate-name', keyLocation, message, { related }));
      } else {
        entries.set(key, { key, keyLocation, node: value, file, path: [section, key] });
      }
    }
  }
  return [...entries.values()];
}
