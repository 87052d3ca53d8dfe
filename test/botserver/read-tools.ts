import { toolFields } from '../../generator/feature-kit/descriptors/descriptor-fields.js';
import { mapByName } from '../../generator/core/schema/wire-schema.js';
import { sortDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { read } from '../definitions/diagnose.js';

/** Tools and diagnostics that scripts and descriptors give. */
export interface ReadTools {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into schemas of every shape
  readonly tools: { readonly [name: string]: any };
  /** As `severity code line:column`, in the order in which they are printed. */
  readonly diagnostics: readonly string[];
}

const server = 'server: { name: office, version: 1.0.0 }';

/** Reads definition files next to one that names the server; a plain string is the script `tool.bas`. */
export async function readTools(files: string | { readonly [file: string]: string | object }): Promise<ReadTools> {
  const all = typeof files === 'string' ? { 'tool.bas': files } : files;
  const texts = Object.entries(all).map(([file, content]) => [
    `definitions/${file}`,
    typeof content === 'string' ? content : JSON.stringify(content, null, 2),
  ]);
  const { resolved, diagnostics } = await read({
    'definitions/server.mcp.yaml': server,
    ...(Object.fromEntries(texts) as Record<string, string>),
  });
  const definitions = mapByName(resolved.model.definitions);
  const tools = resolved.model.tools.map((tool) => {
    const fields = toolFields(tool, definitions).fields.map(([name, json]) => [name, JSON.parse(json) as unknown]);
    return [tool.name, Object.fromEntries(fields) as object];
  });
  return {
    tools: Object.fromEntries(tools) as ReadTools['tools'],
    diagnostics: sortDiagnostics(diagnostics).map(({ severity, code, location }) =>
      location ? `${severity} ${code} ${location.line}:${location.column}` : `${severity} ${code}`,
    ),
  };
}

/** The schema of one parameter, from its `PARAM` line without keyword and description, and what is wrong with it. */
export async function readParameter(line: string) {
  const { tools, diagnostics } = await readTools(`PARAM ${line} DESCRIPTION "What it is"\nDESCRIPTION "Does it"\n`);
  const { inputSchema } = tools['tool'] as { inputSchema: { properties: object; required?: string[] } };
  const [schema] = Object.values(inputSchema.properties) as readonly object[];
  return { schema, required: inputSchema.required ?? [], diagnostics };
}
