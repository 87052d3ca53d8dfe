import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { childOf, entriesOf, stringAt } from '../../core/source/source-node.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import type { Lookup } from '../../feature-kit/feature.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import { describeOutside } from '../../feature-kit/resolve/locate-reference.js';
import type { TextFile } from './compile/compile-api.js';
import { compiledPart, type CompiledApi } from './graphql-part.js';
import { graphqlFiles, isPattern } from './list-files.js';
import { operationPaths, readEndpointSettings, schemaPath, type NamedPath } from './read-settings.js';
import { readStored } from './stored-schema.js';

/** Loads the schemas of endpoints and compiles their operations. Loads the `graphql` package only if there are any. */
export async function compileEndpoints(lookup: Lookup): Promise<Workspace> {
  const { workspace, definitions } = lookup;
  const entries = definitions.sections.get('graphql') ?? [];
  if (entries.length === 0) return workspace;
  const compiled = new Map<string, CompiledApi>();
  for (const entry of entries) compiled.set(entry.key, await compileEndpoint(lookup, entry));
  return compiledPart.on(workspace, compiled);
}

async function compileEndpoint(lookup: Lookup, entry: DefinitionEntry): Promise<CompiledApi> {
  const { workspace } = lookup;
  const diagnostics: Diagnostic[] = [];
  const nothing = { operations: [], types: [], diagnostics, schemaFile: '' };
  // The check of the format reports missing keys.
  if (stringAt(entry.node, 'endpoint') === undefined || operationPaths(entry).length === 0) return nothing;
  const operations = readOperations(workspace, entry, diagnostics);
  const named = schemaPath(entry);
  const schema = named
    ? readText(workspace, named.path, named, diagnostics)
    : await readStored(lookup, entry, diagnostics);
  if (!schema || diagnostics.length > 0) return nothing;
  const { compileApi } = await import('./compile/compile-api.js');
  const scalars = entriesOf(childOf(entry.node, 'scalars'));
  const compiled = compileApi({
    schema,
    operations,
    settings: readEndpointSettings(entry.node),
    scalarLocations: new Map(scalars.map(({ key, keyLocation }) => [key, keyLocation])),
  });
  return named ? compiled : { ...compiled, fetched: schema.text };
}

function readOperations(workspace: Workspace, entry: DefinitionEntry, diagnostics: Diagnostic[]): readonly TextFile[] {
  const schema = schemaPath(entry)?.path;
  const texts = new Map<string, TextFile>();
  for (const named of operationPaths(entry)) {
    const found = graphqlFiles.part.of(workspace)?.get(named.path);
    const files = (found?.files ?? []).filter((file) => file !== schema || !isPattern(named.path));
    if (found?.isOutside) {
      const { code, message, help } = describeOutside(workspace, named.path);
      diagnostics.push(createDiagnostic(code, named.location, message, { help }));
    } else if (files.length === 0) {
      const message = `No file matches \`${named.path}\`.`;
      const help = 'Write operations into a file there. `*` matches a part of a file name, not folders.';
      diagnostics.push(createDiagnostic('missing-file', named.location, message, { help }));
    }
    for (const file of files) {
      const read = readText(workspace, file, named, diagnostics);
      if (read) texts.set(file, read);
    }
  }
  return [...texts.values()];
}

/** Returns the text of a file that a definition names. Reports a file that was not read. */
function readText(
  workspace: Workspace,
  path: string,
  { location }: NamedPath,
  diagnostics: Diagnostic[],
): TextFile | undefined {
  const loaded = workspace.files.get(path);
  if (loaded?.status === 'read') return { path, text: loaded.text };
  if (loaded?.status === 'outside') {
    const { code, message, help } = describeOutside(workspace, path);
    diagnostics.push(createDiagnostic(code, location, message, { help }));
  } else if (loaded?.status === 'unreadable') {
    diagnostics.push(createDiagnostic('unreadable-file', location, `\`${path}\` ${loaded.reason}.`));
  } else {
    diagnostics.push(createDiagnostic('missing-file', location, `The file \`${path}\` does not exist.`));
  }
  return undefined;
}
