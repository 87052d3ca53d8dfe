import {
  buildASTSchema,
  buildClientSchema,
  GraphQLError,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  specifiedScalarTypes,
  validateSchema,
  visit,
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
  type NamedTypeNode,
  type TypeExtensionNode,
} from 'graphql';
import { createDiagnostic } from '../../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, Help } from '../../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../../core/diagnostics/suggest.js';
import { messageOf } from '../../../../runtime/wire/protocol-error.js';
import { graphqlDiagnostics } from '../diagnostics.js';
import { locateError, quoteNames, reportNode } from './locate.js';
import { parseFile } from './parse-files.js';

/** Maximum number of errors of a schema that are reported. */
const maxErrors = 20;

/**
 * Loads a schema: SDL, or the result of an introspection query as JSON. Directives are not checked, because schemas of
 * gateways use directives that they do not declare. Reports errors and returns `undefined`.
 */
export function loadSchema(file: string, text: string, diagnostics: Diagnostic[]): GraphQLSchema | undefined {
  const before = diagnostics.length;
  const schema = file.endsWith('.json')
    ? loadIntrospection(file, text, diagnostics)
    : loadDefinitions(file, text, diagnostics);
  if (!schema || diagnostics.length > before) return undefined;
  for (const error of validateSchema(schema).slice(0, maxErrors)) {
    const help = 'Fix the schema, or get it from the endpoint again.';
    const location = locateError(error, file);
    diagnostics.push(
      createDiagnostic(graphqlDiagnostics['invalid-graphql'], location, quoteNames(error.message), { help }),
    );
  }
  return diagnostics.length > before ? undefined : schema;
}

function loadDefinitions(file: string, text: string, diagnostics: Diagnostic[]): GraphQLSchema | undefined {
  const document = parseFile(file, text, 'schema', diagnostics);
  if (!document || reportUnknownTypes(document, diagnostics)) return undefined;
  try {
    return buildASTSchema(document, { assumeValidSDL: true });
  } catch (error) {
    diagnostics.push(describeFailure(file, error));
    return undefined;
  }
}

/** Reports types that the schema does not define, or defines twice. Returns whether there are any. */
function reportUnknownTypes(document: DocumentNode, diagnostics: Diagnostic[]): boolean {
  const known = new Set(specifiedScalarTypes.map(({ name }) => name));
  const reported = new Set<string>();
  const report = (node: ASTNode, name: string, message: string, help: Help): void => {
    if (reported.has(name) || reported.size >= maxErrors) return;
    reported.add(name);
    diagnostics.push(reportNode(graphqlDiagnostics['invalid-graphql'], node, message, help));
  };
  const own = new Set<string>();
  for (const definition of document.definitions) {
    if (!isTypeDefinitionNode(definition)) continue;
    const { name } = definition;
    if (own.has(name.value)) {
      report(name, name.value, `The schema defines the type \`${name.value}\` twice.`, 'Remove one of them.');
    }
    own.add(name.value);
    known.add(name.value);
  }
  const check = ({ name }: NamedTypeNode | TypeExtensionNode): void => {
    if (known.has(name.value)) return;
    const help = didYouMean(name.value, known) ?? 'Define it, or remove what uses it.';
    report(name, name.value, `The schema has no type \`${name.value}\`.`, help);
  };
  document.definitions.filter(isTypeExtensionNode).forEach(check);
  visit(document, { NamedType: (node) => check(node) });
  return reported.size > 0;
}

function loadIntrospection(file: string, text: string, diagnostics: Diagnostic[]): GraphQLSchema | undefined {
  try {
    const value = JSON.parse(text) as { readonly data?: IntrospectionQuery } & IntrospectionQuery;
    return buildClientSchema(value.data ?? value, { assumeValid: true });
  } catch (error) {
    const isJson = error instanceof SyntaxError;
    const problem = isJson ? `${messageOf(error)}.` : 'it is not the result of an introspection query.';
    diagnostics.push(describeFailure(file, new Error(problem)));
    return undefined;
  }
}

function describeFailure(file: string, error: unknown): Diagnostic {
  const location = error instanceof GraphQLError ? locateError(error, file) : { file, line: 1, column: 1, length: 1 };
  const message = quoteNames(messageOf(error).split('\n', 1)[0]?.slice(0, 200) ?? '');
  const help = file.endsWith('.json') ? 'Save the whole result of an introspection query, or use SDL.' : undefined;
  return createDiagnostic(graphqlDiagnostics['invalid-graphql'], location, `Invalid schema: ${message}`, { help });
}
