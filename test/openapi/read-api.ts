import { makeFolder, putFiles } from '../kit/make-folder.js';
import { sortDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { toolFields } from '../../generator/feature-kit/descriptors/descriptor-fields.js';
import { mapByName } from '../../generator/core/schema/wire-schema.js';
import { chooseOutputForms } from '../../generator/feature-kit/descriptors/budget/output-forms.js';
import { toPlainJson } from '../../generator/core/model/json.js';
import { readDefinitions, type CheckedWorkspace } from '../../generator/pipeline/read/read-definitions.js';

/** A tool as clients see it, and how its operation is called. */
export interface ReadTool {
  readonly typeName: string;
  readonly fileName: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: unknown;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into schemas of every shape
  readonly inputSchema: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into schemas of every shape
  readonly outputSchema?: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bindings of every shape
  readonly operation: any;
  readonly isImplemented: boolean;
}

/** Models and diagnostics of documents. */
export interface ReadApi {
  readonly tools: { readonly [name: string]: ReadTool };
  /** Settings that the operations of each API share. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bindings of every shape
  readonly apis: readonly any[];
  /** Names of the types of referred schemas. */
  readonly types: readonly string[];
  /** As `code line:column`. */
  readonly diagnostics: readonly string[];
  /** To be given to the next run. */
  readonly names: ReadonlyMap<string, string>;
  readonly server: CheckedWorkspace['resolved']['model']['server'];
}

/** Files by their path below the project root; a value that is no string becomes JSON, and a lone one the one document. */
export type ApiFiles = { readonly [file: string]: string | object };

/** Reads documents in a temporary project. */
export async function readApi(
  files: ApiFiles | string,
  earlier: ReadonlyMap<string, string> = new Map(),
): Promise<ReadApi> {
  const all: ApiFiles = typeof files === 'string' ? { 'definitions/api.openapi.yaml': files } : files;
  const root = makeFolder();
  for (const [file, content] of Object.entries(all)) {
    putFiles(root, { [file]: typeof content === 'string' ? content : JSON.stringify(content, null, 2) });
  }
  return summarize(await readDefinitions(root, 'definitions', earlier));
}

/** One operation `GET /things` with the rest of the document around it. */
export function documentOf(operation: object, rest: object = {}, version = '3.1.0'): ApiFiles {
  const info = { title: 'Things', version: '1.0.0' };
  const document = { openapi: version, info, paths: { '/things': operation }, ...rest };
  return { 'definitions/api.openapi.json': document };
}

/** The input schema of a tool whose JSON body has a property `value` of this schema. */
export async function readInput(schema: object, components: object = {}, version = '3.0.3') {
  const api = await readApi(documentWith(schema, components, version));
  return { value: api.tools['save']?.inputSchema.properties.value, ...api };
}

/** The same schema as a property of the answer. */
export async function readOutput(schema: object, components: object = {}, version = '3.0.3') {
  const api = await readApi(documentWith(schema, components, version));
  return { value: api.tools['save']?.outputSchema.properties.value, ...api };
}

function documentWith(value: object, schemas: object, version: string): ApiFiles {
  const content = { 'application/json': { schema: { type: 'object', properties: { value } } } };
  const post = {
    operationId: 'save',
    requestBody: { required: true, content },
    responses: { 200: { description: 'ok', content } },
  };
  return documentOf({ post }, { components: { schemas } }, version);
}

/** Tool, type and file of each operation, by method and path template. */
export function namesByOperation({ tools }: ReadApi): { readonly [operation: string]: string } {
  return Object.fromEntries(
    Object.entries(tools).map(([name, { operation, typeName, fileName }]) => {
      const pieces = operation.path as readonly (string | { readonly name: string })[];
      const path = pieces.map((piece) => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('');
      return [`${operation.method} ${path}`, `${name} ${typeName} ${fileName}`];
    }),
  );
}

function summarize({ resolved, diagnostics }: CheckedWorkspace): ReadApi {
  const model = chooseOutputForms(resolved.model);
  const { names } = resolved;
  const definitions = mapByName(model.definitions);
  const tools = model.tools.flatMap((tool) => {
    const fields = Object.fromEntries(
      toolFields(tool, definitions).fields.map(([name, json]) => [
        name,
        name === 'outputSchema' ? readExpected(json) : (JSON.parse(json) as unknown),
      ]),
    );
    const { handler } = tool;
    const binding =
      handler.kind === 'forward'
        ? { operation: toPlainJson(handler.operation), isImplemented: handler.isImplemented }
        : { operation: undefined, isImplemented: true };
    const { typeName, fileName } = tool.names;
    return [[tool.name, { ...fields, ...binding, typeName, fileName } as ReadTool] as const];
  });
  return {
    tools: Object.fromEntries(tools),
    apis: model.apis.map(({ binding }) => toPlainJson(binding)),
    types: model.definitions.map(({ name }) => name),
    diagnostics: sortDiagnostics(diagnostics).map(({ code, location }) =>
      location ? `${code} ${location.line}:${location.column}` : code,
    ),
    names,
    server: model.server,
  };
}

/** The part of an output schema that describes expected answers; others are allowed, too. */
function readExpected(json: string): unknown {
  const { anyOf, ...rest } = JSON.parse(json.replaceAll('"#/anyOf/0"', '"#"')) as {
    readonly anyOf?: readonly object[];
  };
  const [expected, other, ...others] = anyOf ?? [];
  const isLoosened = other !== undefined && Object.keys(other).length === 0 && others.length === 0;
  return isLoosened ? { ...rest, ...expected } : { ...rest, ...(anyOf && { anyOf }) };
}
