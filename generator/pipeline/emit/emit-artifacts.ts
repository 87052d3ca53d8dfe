import { isJsonArray, toPlainJson, type Json, type JsonObject } from '../../core/model/json.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { mapSchema } from '../../core/schema/map-schema.js';
import { mapByName, wireSchema, type DefinitionsByName } from '../../core/schema/wire-schema.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';

/** Formats of other systems that tools can be exported to. */
export const artifactKinds = ['mcp', 'tool'] as const;

/**
 * Export format. `mcp`: BotServer's MCP format, `<tool>.mcp.json`. `tool`: OpenAI function calling, `<tool>.tool.json`.
 */
export type ArtifactKind = (typeof artifactKinds)[number];

/** Emits a file under `artifacts/` for each kind and listed tool. Properties are in definition order. */
export function emitArtifacts(model: Model, kinds: readonly ArtifactKind[]): readonly GeneratedFile[] {
  const definitions = mapByName(model.definitions);
  const all = artifactKinds.filter((kind) => kinds.includes(kind));
  return listedTools(model).flatMap((tool) =>
    all.map((kind) => ({
      path: `artifacts/${fileStem(tool)}.${kind}.json`,
      content: `${JSON.stringify(toPlainJson(artifact(kind, tool, definitions)), null, 2)}\n`,
    })),
  );
}

function artifact(kind: ArtifactKind, tool: ToolModel, definitions: DefinitionsByName): JsonObject {
  const schema = withExample(wireSchema(tool.input, definitions));
  const described: readonly [string, Json][] = [
    ['name', tool.name],
    ['description', tool.description ?? ''],
  ];
  if (kind === 'mcp') return new Map<string, Json>([...described, ['input_schema', schema]]);
  const declaration = new Map<string, Json>([...described, ['parameters', schema]]);
  return new Map<string, Json>([
    ['type', 'function'],
    ['function', declaration],
  ]);
}

/** Adapts a schema to these formats, which have one `example` per property and always include `required`. */
function withExample(schema: JsonObject): JsonObject {
  const translated = mapSchema(schema, (part) => {
    const examples = part.get('examples');
    if (!isJsonArray(examples)) return part;
    const rest = [...part].filter(([keyword]) => keyword !== 'examples');
    return new Map([...rest, ...examples.slice(0, 1).map((example): [string, Json] => ['example', example])]);
  }) as JsonObject;
  return translated.has('required') ? translated : new Map(translated).set('required', []);
}

/** Returns the tool name, or a safe file name if the tool name is a Windows device name. */
function fileStem({ name, names }: ToolModel): string {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu.test(name) ? names.fileName : name;
}
