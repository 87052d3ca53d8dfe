import {
  Kind,
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Diagnostic, SourceLocation } from '../../../core/diagnostics/diagnostic.js';
import { createDiagnostic, hasErrors } from '../../../core/diagnostics/create-diagnostic.js';
import { didYouMean } from '../../../core/diagnostics/suggest.js';
import type { JsonObject } from '../../../core/model/json.js';
import { graphqlDiagnostics } from '../diagnostics.js';
import type { CompiledApi, CompiledOperation } from '../graphql-part.js';
import type { EndpointSettings } from '../read-settings.js';
import { describeInput, type TypeContext } from './describe-input.js';
import { describeOutput, OutputTooLarge } from './describe-output.js';
import { loadSchema } from './load-schema.js';
import { locateNode, reportNode } from './locate.js';
import { checkLimits, type Fragments } from './measure-operation.js';
import { parseFile } from './parse-files.js';
import { listFragments, printOperation } from './print-operation.js';
import { commentAbove } from './read-comment.js';
import { findScalar, type ScalarSchemas } from './scalars.js';
import { validateOperations } from './validate-operations.js';

/** File with its content. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Endpoint with its documents. */
export interface ApiSource {
  readonly schema: TextFile;
  readonly operations: readonly TextFile[];
  readonly settings: EndpointSettings;
  /** Location of the scalar settings, for messages. */
  readonly scalarLocations: ReadonlyMap<string, SourceLocation>;
}

/** Checks the operations of an endpoint and describes their variables and results. */
export function compileApi({ schema: schemaFile, operations, settings, scalarLocations }: ApiSource): CompiledApi {
  const diagnostics: Diagnostic[] = [];
  const none = { operations: [], types: [], diagnostics, schemaFile: schemaFile.path };
  const schema = loadSchema(schemaFile.path, schemaFile.text, diagnostics);
  const documents = operations.flatMap(({ path, text }) => parseFile(path, text, 'operations', diagnostics) ?? []);
  if (!schema) return none;
  diagnostics.push(...checkScalars(schema, scalarLocations));
  if (documents.length < operations.length) return none;
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: documents.flatMap(({ definitions }) => definitions),
  };
  diagnostics.push(...validateOperations(schema, document));
  if (hasErrors(diagnostics)) return none;
  const types = new Map<string, JsonObject>();
  const context = createContext(schema, settings, types, diagnostics);
  const fragments: Fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  const compiled = document.definitions.flatMap((each): readonly CompiledOperation[] => {
    if (each.kind !== Kind.OPERATION_DEFINITION) return [];
    const problem = checkLimits(each, fragments, settings);
    if (problem) diagnostics.push(problem);
    const operation = problem ? undefined : compileOperation(context, each, fragments, diagnostics);
    return operation ? [operation] : [];
  });
  return {
    operations: compiled,
    types: [...types].map(([name, typeSchema]) => ({ name, schema: typeSchema })),
    diagnostics,
    schemaFile: schemaFile.path,
  };
}

/** Reports settings of scalars that the schema does not have. */
function checkScalars(schema: GraphQLSchema, locations: ReadonlyMap<string, SourceLocation>): readonly Diagnostic[] {
  const types = Object.values(schema.getTypeMap());
  const known = types.filter(({ astNode }) => astNode?.kind !== Kind.OBJECT_TYPE_DEFINITION).map(({ name }) => name);
  return [...locations].flatMap(([name, location]) => {
    if (schema.getType(name)) return [];
    const message = `The schema has no scalar \`${name}\`.`;
    const help = didYouMean(name, known) ?? 'Remove it.';
    return [createDiagnostic(graphqlDiagnostics['invalid-graphql'], location, message, { help })];
  });
}

function createContext(
  schema: GraphQLSchema,
  { scalars }: EndpointSettings,
  types: Map<string, JsonObject>,
  diagnostics: Diagnostic[],
): TypeContext {
  const reported = new Set<string>();
  const any: ScalarSchemas = { input: new Map(), output: new Map() };
  return {
    schema,
    types,
    scalar: (name: string, place: ASTNode) => {
      const found = findScalar(name, scalars);
      if (found || reported.has(name)) return found ?? any;
      reported.add(name);
      const message = `The scalar \`${name}\` is unknown, so its values can be any JSON.`;
      const help = `Describe it: \`scalars: { ${name}: { type: string } }\`.`;
      diagnostics.push(reportNode(graphqlDiagnostics['unknown-scalar'], place, message, help));
      return any;
    },
    refuse: (place, message, help) => {
      diagnostics.push(reportNode(graphqlDiagnostics['invalid-graphql'], place, message, help));
    },
  };
}

function compileOperation(
  context: TypeContext,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  diagnostics: Diagnostic[],
): CompiledOperation | undefined {
  const used = listFragments(operation, fragments);
  const typenames = new Set<SelectionSetNode>();
  const input = describeInput(context, operation, used);
  const name = operation.name?.value ?? '';
  try {
    const output = describeOutput({ ...context, fragments, typenames, budget: { objects: 0 } }, operation);
    const rootFields = listRootFields(operation, fragments);
    return {
      name,
      kind: operation.operation === 'mutation' ? 'mutation' : 'query',
      location: locateNode(operation.name ?? operation) ?? { file: '', line: 1, column: 1, length: 1 },
      description: describeOperation(context, operation, rootFields),
      rootFields,
      input,
      output,
      text: printOperation(operation, used, typenames),
    };
  } catch (error) {
    if (!(error instanceof OutputTooLarge)) throw error;
    const message = `The result of \`${name}\` has too many alternatives.`;
    const help = 'Use fewer fragments on interfaces and unions inside of each other.';
    diagnostics.push(reportNode(graphqlDiagnostics['graphql-limit'], operation, message, help));
    return undefined;
  }
}

function listRootFields(
  { selectionSet }: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: Fragments,
): readonly string[] {
  const visit = (set: SelectionSetNode): readonly string[] =>
    set.selections.flatMap((each) => {
      if (each.kind === Kind.FIELD) return [each.name.value];
      const inner = each.kind === Kind.INLINE_FRAGMENT ? each : fragments.get(each.name.value);
      return inner ? visit(inner.selectionSet) : [];
    });
  return [...new Set(visit(selectionSet))];
}

/**
 * Describes an operation for a model: its description, or else the comment above it, or else the descriptions of its
 * root fields.
 */
function describeOperation(
  { schema }: TypeContext,
  operation: OperationDefinitionNode,
  rootFields: readonly string[],
): string {
  const own = operation.description?.value.trim() || commentAbove(operation);
  if (own !== undefined) return own;
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  const described = rootFields.flatMap((name) => fields[name]?.description?.trim() || []);
  return described.length > 0 ? described.join('\n\n') : `${operation.operation} ${rootFields.join(', ')}`;
}
