import {
  BREAK,
  Kind,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { createDiagnostic } from '../../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../../core/diagnostics/diagnostic.js';
import { graphqlDiagnostics } from '../diagnostics.js';
import { locateError, locateNode, quoteNames, reportNode } from './locate.js';

/** Maximum number of errors that are reported for an endpoint. */
const maxErrors = 100;

/** Fixes by the name of the rule that finds a problem. Rules of mistyped names suggest one themselves. */
const fixes: { readonly [rule: string]: string } = {
  ExecutableDefinitionsRule: 'Move type definitions to the file of `schema`.',
  FieldsOnCorrectTypeRule: 'Remove the field, or select it in a fragment on a type that has it.',
  FragmentsOnCompositeTypesRule: 'Write the fragment on an object, interface or union.',
  KnownArgumentNamesRule: 'Remove the argument.',
  KnownDirectivesRule: 'Remove the directive: the schema must declare it.',
  KnownFragmentNamesRule: 'Define the fragment in one of the files of `operations`.',
  KnownTypeNamesRule: 'Use a type of the schema.',
  NoFragmentCyclesRule: 'Remove one of the spreads.',
  NoUndefinedVariablesRule: 'Declare the variable in parentheses after the name of the operation.',
  NoUnusedFragmentsRule: 'Remove the fragment, or spread it in an operation.',
  NoUnusedVariablesRule: 'Use the variable, or remove it.',
  OverlappingFieldsCanBeMergedRule: 'Give one of the fields an alias: `name: field`.',
  PossibleFragmentSpreadsRule: 'Remove the fragment: it would never match.',
  ProvidedRequiredArgumentsRule: 'Add the argument.',
  ScalarLeafsRule: 'Select fields of an object in braces; other values have none.',
  UniqueArgumentNamesRule: 'Remove one of them.',
  UniqueFragmentNamesRule: 'Rename one of them: all files of an endpoint share their fragments.',
  UniqueInputFieldNamesRule: 'Remove one of them.',
  UniqueOperationNamesRule: 'Rename one of them: the names of the tools derive from them.',
  UniqueVariableNamesRule: 'Rename one of them.',
  ValuesOfCorrectTypeRule: 'Write a value of that type.',
  VariablesAreInputTypesRule: 'Use a scalar, an enum or an input object.',
  VariablesInAllowedPositionRule: 'Change the type of the variable to that of the argument.',
};

/** Validates the operations of an endpoint against its schema. */
export function validateOperations(schema: GraphQLSchema, document: DocumentNode): readonly Diagnostic[] {
  const large = findLargeSet(document);
  if (large) {
    const message = `A selection has more than ${maxSelections} fields.`;
    return [reportNode(graphqlDiagnostics['graphql-limit'], large, message, 'Select fewer fields.')];
  }
  const found = new Map<GraphQLError, string>();
  const rules = specifiedRules
    .filter(({ name }) => name !== 'LoneAnonymousOperationRule')
    .map((rule) => noteRule(rule, found));
  const errors = validate(schema, document, rules, { maxErrors });
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return [...errors.map((error) => toDiagnostic(error, found.get(error))), ...operations.flatMap(checkOperation)];
}

/** Maximum number of fields and fragments in a selection. The time to compare them grows with its square. */
const maxSelections = 1000;

function findLargeSet(document: DocumentNode): SelectionSetNode | undefined {
  let found: SelectionSetNode | undefined;
  visit(document, {
    SelectionSet(node) {
      if (node.selections.length <= maxSelections) return undefined;
      found = node;
      return BREAK;
    },
  });
  return found;
}

/** Notes which rule finds an error. */
function noteRule(rule: ValidationRule, found: Map<GraphQLError, string>): ValidationRule {
  return (context) => {
    const noting = Object.create(context, {
      reportError: {
        value: (error: GraphQLError) => {
          found.set(error, rule.name);
          context.reportError(error);
        },
      },
    }) as ValidationContext;
    return rule(noting);
  };
}

function toDiagnostic(error: GraphQLError, rule = ''): Diagnostic {
  const [message = '', hint] = error.message.split(/ (?=Did you mean |Use different aliases )/u);
  const suggestion = hint?.startsWith('Did') ? hint : undefined;
  const help = suggestion === undefined ? fixes[rule] : lowerFirst(quoteNames(suggestion));
  const related = (error.nodes ?? []).slice(1, 3).flatMap((node) => {
    const location = locateNode(node);
    return location ? [{ message: 'the other place', location }] : [];
  });
  // An error can have no place if there are too many.
  const location = error.nodes?.length ? locateError(error, '') : undefined;
  return createDiagnostic(graphqlDiagnostics['invalid-graphql'], location, quoteNames(message), {
    help,
    ...(related.length > 0 && { related }),
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Reports operations that cannot become tools although they are valid. */
function checkOperation(operation: OperationDefinitionNode): readonly Diagnostic[] {
  const rule = graphqlDiagnostics['invalid-graphql'];
  if (operation.name === undefined) {
    const help = 'Write `query ListOrders { … }`: the name of the tool derives from the name.';
    return [reportNode(rule, operation, 'The operation has no name.', help)];
  }
  if (operation.operation !== 'subscription') return [];
  const help = 'Use a query that clients can repeat.';
  return [reportNode(rule, operation, 'A subscription cannot be a tool: a tool call has one result.', help)];
}
