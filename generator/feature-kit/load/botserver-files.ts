import { defineDescriptor } from '../../front-ends/botserver/define-descriptor.js';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { mapNode } from '../../core/source/make-node.js';
import { parseSource } from '../../core/source/parse-source.js';
import { childOf, entriesOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import type { LoadedFile } from './read-file.js';

/** Loaded files, and a function that loads more. */
interface LoadedFiles {
  readonly files: Map<string, LoadedFile>;
  readonly diagnostics: Diagnostic[];
  readFile(file: string): Promise<LoadedFile>;
}

/**
 * Completes a definition with related BotServer files. Compiled tools (`*.mcp.json` with `input_schema`) are read as
 * descriptors, or skipped if their script exists. `<script>.bas.yaml` adds settings, such as `timeoutMs` and
 * `annotations`, to the script's tool.
 * @param found Paths of all definitions.
 */
export async function completeBotServerFile(
  loader: LoadedFiles,
  file: string,
  found: readonly string[],
): Promise<void> {
  const loaded = loader.files.get(file);
  if (loaded?.status !== 'read' || !loaded.root) return;
  if (/\.bas$/iu.test(file)) return addSettings(loader, file, loaded.root);
  if (!file.endsWith('.mcp.json') || childOf(loaded.root, 'input_schema') === undefined) return;
  const script = found.find((other) => other.toLowerCase() === file.replace(/\.mcp\.json$/u, '.bas').toLowerCase());
  if (script === undefined) {
    const { root, diagnostics } = defineDescriptor(file, loaded.text);
    loader.diagnostics.push(...diagnostics);
    loader.files.set(file, { ...loaded, ...(root && { root }) });
    return;
  }
  const message = `This is the compiled form of ${script}. It is skipped, because the script itself is read.`;
  loader.diagnostics.push(createDiagnostic('skipped-script', loaded.root.location, message));
  loader.files.set(file, { ...loaded, root: mapNode([], loaded.root.location) });
}

async function addSettings(loader: LoadedFiles, script: string, root: SourceNode): Promise<void> {
  const [tool, second] = entriesOf(childOf(root, 'tools'));
  if (tool?.value.kind !== 'map') return;
  const settings = `${script}.yaml`;
  const loaded = await loader.readFile(settings);
  if (loaded.status !== 'read') return;
  const { root: sidecar, diagnostics } = parseSource(settings, loaded.text);
  loader.files.set(settings, loaded);
  loader.diagnostics.push(...diagnostics);
  if (second !== undefined) {
    const message = `${script} contains several tools, so it is unclear which tool these settings belong to.`;
    const help = 'Move the tool to a separate file.';
    const place = sidecar?.location ?? { file: settings, line: 1, column: 1, length: 1 };
    loader.diagnostics.push(createDiagnostic('conflicting-keys', place, message, { help }));
    return;
  }
  const declared = new Set(['description', 'inputSchema']);
  const added = entriesOf(sidecar).filter(({ key, keyLocation }) => {
    if (!declared.has(key)) return true;
    const message = `This key is ignored, because the script declares \`${key}\`.`;
    loader.diagnostics.push(createDiagnostic('conflicting-keys', keyLocation, message));
    return false;
  });
  const keys = new Set(added.map(({ key }) => key));
  const entries: readonly MapEntry[] = [...tool.value.entries.filter(({ key }) => !keys.has(key)), ...added];
  const tools = mapNode([{ ...tool, value: mapNode(entries, tool.value.location) }], tool.value.location);
  const { location } = root;
  const merged = mapNode([{ key: 'tools', keyLocation: location, value: tools }], location);
  const before = loader.files.get(script);
  if (before?.status === 'read') loader.files.set(script, { ...before, root: merged });
}
