import path from 'node:path';
import { suggest } from '../../core/diagnostics/suggest.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import type { ToolModel } from '../../core/model/model.js';
import type { ToolOrigin } from '../../core/model/model.js';
import type { ResolvedModel } from '../../pipeline/read/resolve-model.js';
import { addToImplement } from './add-to-implement.js';

/** Steps to give a tool a stub. */
type StubPlan =
  /** `generate` writes the stub unless it exists. */
  | { readonly kind: 'ready'; readonly tool: ToolModel }
  /** The definition must be changed first. */
  | { readonly kind: 'edit'; readonly tool: ToolModel; readonly edit: DefinitionEdit }
  | { readonly kind: 'refused'; readonly reason: string };

/** New content of a definition. */
interface DefinitionEdit {
  /** Path relative to the project root. */
  readonly file: string;
  readonly text: string;
  /** Current content; absent if the file does not exist yet. */
  readonly before?: string;
}

/** Plans how to give a tool a stub. A tool that calls an API must be listed under `implement`. */
export function planStub(workspace: Workspace, resolved: ResolvedModel, name: string): StubPlan {
  const tool = resolved.model.tools.find((candidate) => candidate.name === name) ?? findByAlias(resolved, name);
  if (!tool) return { kind: 'refused', reason: describeUnknown(resolved, name) };
  const { handler } = tool;
  if (handler.kind === 'bound') {
    const reason = `${tool.name} is implemented by ${handler.module}#${handler.exportName}: remove \`handler\` from its definition.`;
    return { kind: 'refused', reason };
  }
  if (handler.kind === 'declared') {
    const reason = `${tool.name} is implemented by \`${handler.key}\` in its definition: remove that key, then run \`generate\`.`;
    return { kind: 'refused', reason };
  }
  if (handler.kind === 'discovery') {
    return { kind: 'refused', reason: `${tool.name} calls API operations: name one of these instead.` };
  }
  const origin = resolved.toolOrigins.get(tool.name);
  if (handler.kind === 'stub' || handler.isImplemented) return { kind: 'ready', tool };
  if (!origin) {
    return {
      kind: 'refused',
      reason: `${tool.name} sends the request of \`${handler.key}\`: add \`implement: true\` to its definition, then run \`generate\`.`,
    };
  }
  const alias = chooseAlias(resolved, tool.name, origin);
  const edit = origin.isUnnamed
    ? nameDocument(workspace, origin, alias)
    : editEntry(workspace, resolved, origin, alias);
  if (edit) return { kind: 'edit', tool, edit };
  const reason = `Add ${JSON.stringify(alias)} to \`implement\` under \`openapi.${origin.api}\` yourself: this command cannot edit the YAML there.`;
  return { kind: 'refused', reason };
}

/** Finds a tool by operationId. */
function findByAlias({ model, toolOrigins }: ResolvedModel, alias: string): ToolModel | undefined {
  const names = [...toolOrigins].flatMap(([name, { aliases }]) => (aliases[0] === alias ? [name] : []));
  return names.length === 1 ? model.tools.find(({ name }) => name === names[0]) : undefined;
}

function describeUnknown({ model }: ResolvedModel, name: string): string {
  const names = model.tools.map((tool) => tool.name);
  const near = suggest(name, names);
  const part = name.toLowerCase();
  const similar = [
    ...(near === undefined ? [] : [near]),
    ...names.filter((candidate) => candidate !== near && candidate.toLowerCase().includes(part)),
  ].slice(0, maxNamed);
  const listed = similar.length > 0 ? similar : names.slice(0, maxNamed);
  const rest = names.length - listed.length;
  const text = listed.map((candidate) => `\`${candidate}\``).join(', ');
  if (similar.length > 0) return `The tool \`${name}\` does not exist. Did you mean ${text}?`;
  return `The tool \`${name}\` does not exist. There ${names.length === 0 ? 'are no tools' : `are ${text}${rest > 0 ? ` and ${rest} more` : ''}`}.`;
}

const maxNamed = 10;

/** Chooses a name that does not refer to another tool of the API, because two operations can have the same operationId. */
function chooseAlias({ toolOrigins }: ResolvedModel, tool: string, { api, aliases }: ToolOrigin): string {
  const others = new Set(
    [...toolOrigins].flatMap(([name, origin]) => (name !== tool && origin.api === api ? origin.aliases : [])),
  );
  const preferred = aliases.includes(tool) ? [tool, ...aliases] : aliases;
  return preferred.find((alias) => !others.has(alias)) ?? tool;
}

function editEntry(
  workspace: Workspace,
  { apiEntries }: ResolvedModel,
  { api }: ToolOrigin,
  alias: string,
): DefinitionEdit | undefined {
  const file = apiEntries.find(({ key }) => key === api)?.file;
  const loaded = file === undefined ? undefined : workspace.files.get(file);
  if (file === undefined || loaded?.status !== 'read') return undefined;
  const hasMark = loaded.bytes.subarray(0, 3).equals(Buffer.from('\ufeff'));
  const text = addToImplement(file, loaded.text, api, alias);
  const mark = hasMark ? '\ufeff' : '';
  return text === undefined ? undefined : { file, text: mark + text, before: mark + loaded.text };
}

/** Creates a definition next to an API document that no definition refers to, with the document's name. */
function nameDocument(workspace: Workspace, { api, document }: ToolOrigin, alias: string): DefinitionEdit | undefined {
  const file = path.posix.join(path.posix.dirname(document), `${api}.mcp.yaml`);
  if (rootOf(workspace, file) || workspace.files.has(file) || !/^[A-Za-z][A-Za-z0-9_-]{0,63}$/u.test(api))
    return undefined;
  const text = [
    'openapi:',
    `  ${api}:`,
    `    document: ${JSON.stringify(`./${path.posix.basename(document)}`)}`,
    `    implement: [${JSON.stringify(alias)}]`,
    '',
  ].join('\n');
  return { file, text };
}
