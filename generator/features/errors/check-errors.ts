import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { isDeclared } from '../../feature-kit/emit/handler-module.js';
import { errorsDiagnostics } from './diagnostics.js';
import { isSameCondition } from './add-errors.js';
import { errorsPart, type ErrorConditionModel, type ErrorModel } from './errors-part.js';

/** Checks that errors can be thrown, and that calls can be repeated. */
export function checkErrors({ tools }: Model): readonly Diagnostic[] {
  const types = listDocumentTypes(tools);
  return tools.flatMap((tool) => {
    const { errors = [] } = errorsPart.of(tool) ?? {};
    return errors.flatMap((error, index) =>
      error.location === undefined
        ? []
        : [
            ...checkReach(tool, error, error.location),
            ...checkUnique(errors.slice(0, index), error, error.location),
            ...checkRepetition(tool, error, error.location),
            ...checkType(types, tool, error, error.location),
          ],
    );
  });
}

/** Lists the tools whose errors of an API document have data, by the names of the types. */
function listDocumentTypes(tools: readonly ToolModel[]): Map<string, ToolModel> {
  return new Map(
    tools.flatMap((tool) =>
      (errorsPart.of(tool)?.errors ?? []).flatMap(({ data, location }) =>
        data === undefined || location !== undefined ? [] : [[data, tool] as const],
      ),
    ),
  );
}

/**
 * Reports data whose type has the name of a type of another tool.
 *
 * @param types Tools by the names of their types; this one is added.
 */
function checkType(
  types: Map<string, ToolModel>,
  tool: ToolModel,
  { data }: ErrorModel,
  location: SourceLocation,
): readonly Diagnostic[] {
  const other = data === undefined ? undefined : types.get(data);
  if (data !== undefined) types.set(data, other ?? tool);
  if (other === undefined || other === tool) return [];
  const message = `\`${other.name}\` and \`${tool.name}\` would both generate the type ${data}.`;
  return [createDiagnostic('colliding-names', location, message, { help: 'Rename an error of one of them.' })];
}

/** Reports an error that never applies, because an earlier one is for the same failure. */
function checkUnique(
  earlier: readonly ErrorModel[],
  { name, when }: ErrorModel,
  location: SourceLocation,
): readonly Diagnostic[] {
  const other = when && earlier.find((each) => each.when && isSameCondition(each.when, when));
  if (other === undefined) return [];
  const message = `No failure becomes \`${name}\`: \`${other.name}\` has the same \`when\`.`;
  const related = other.location === undefined ? [] : [{ message: `\`${other.name}\``, location: other.location }];
  const help = 'Change one of the conditions, or remove one of the errors.';
  return [createDiagnostic(errorsDiagnostics['unreachable-error'], location, message, { related, help })];
}

/** Systems that fail, by the keys of a condition. */
const sources: { readonly [key in keyof ErrorConditionModel]-?: 'an API' | 'a GraphQL endpoint' | 'a database' } = {
  status: 'an API',
  except: 'an API',
  type: 'an API',
  code: 'a GraphQL endpoint',
  failure: 'a database',
  constraint: 'a database',
};

/** Lists the systems that a tool uses. */
function listSources({ handler }: ToolModel): readonly string[] {
  if (handler.kind !== 'forward') return ['a database'];
  return handler.key === 'graphql' ? ['an API', 'a GraphQL endpoint'] : ['an API'];
}

function checkReach(
  tool: ToolModel,
  { name, when, data }: ErrorModel,
  location: SourceLocation,
): readonly Diagnostic[] {
  const rule = errorsDiagnostics['unreachable-error'];
  if (when === undefined) {
    if (!isDeclared(tool)) return [];
    const message = `Nothing throws \`${name}\`: the tool has no handler.`;
    const help = 'Add `when`, which names a failure of the API or the database, or remove the error.';
    return [createDiagnostic(rule, location, message, { help })];
  }
  const keys = Object.keys(when) as readonly (keyof ErrorConditionModel)[];
  const used = listSources(tool);
  const wrong = keys.find((key) => !used.includes(sources[key]));
  if (wrong !== undefined) {
    const message = `\`${wrong}\` is about failures of ${sources[wrong]}, which the tool does not use.`;
    const usable = Object.entries(sources).flatMap(([key, source]) =>
      key !== 'except' && used.includes(source) ? [`\`${key}\``] : [],
    );
    const help = `Use ${usable.slice(0, -1).join(', ')} or ${usable.at(-1)}.`;
    return [createDiagnostic(rule, location, message, { help })];
  }
  if (data === undefined || used.includes('an API')) return [];
  const message = `\`${name}\` has no data: a failure of a database does not contain any.`;
  return [createDiagnostic('conflicting-keys', location, message, { help: 'Remove `data`, or `when`.' })];
}

function checkRepetition(
  { annotations }: ToolModel,
  { name, retries }: ErrorModel,
  location: SourceLocation,
): readonly Diagnostic[] {
  const isSafe = annotations?.get('readOnlyHint') === true || annotations?.get('idempotentHint') === true;
  if (retries === undefined || isSafe) return [];
  const message = `Calls cannot be repeated after \`${name}\`: the tool is neither read-only nor idempotent.`;
  const help =
    'Add `readOnlyHint: true` or `idempotentHint: true` to `annotations` if that is true, or remove `retries`.';
  return [createDiagnostic(errorsDiagnostics['unsafe-retries'], location, message, { help })];
}
