import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { isDeclared } from '../../feature-kit/emit/handler-module.js';
import { errorsDiagnostics } from './diagnostics.js';
import { errorsPart, type ErrorConditionModel, type ErrorModel } from './errors-part.js';

/** Checks that errors can be thrown, and that calls can be repeated. */
export function checkErrors({ tools }: Model): readonly Diagnostic[] {
  return tools.flatMap((tool) =>
    (errorsPart.of(tool)?.errors ?? []).flatMap((error) =>
      error.location === undefined
        ? []
        : [...checkReach(tool, error, error.location), ...checkRepetition(tool, error, error.location)],
    ),
  );
}

/** Kinds of failures, by the keys of a condition. */
const sources: { readonly [key in keyof ErrorConditionModel]-?: 'an API' | 'a database' } = {
  status: 'an API',
  type: 'an API',
  code: 'an API',
  failure: 'a database',
  constraint: 'a database',
};

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
  const isApi = tool.handler.kind === 'forward';
  const wrong = keys.find((key) => (sources[key] === 'an API') !== isApi);
  if (wrong !== undefined) {
    const message = `\`${wrong}\` is about failures of ${sources[wrong]}, which the tool does not use.`;
    const help = isApi ? 'Use `status`, `type` or `code`.' : 'Use `failure` or `constraint`.';
    return [createDiagnostic(rule, location, message, { help })];
  }
  if (data === undefined || isApi) return [];
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
