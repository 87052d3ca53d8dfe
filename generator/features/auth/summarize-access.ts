import type { DescriptorModel, EnvironmentVariable, Model } from '../../core/model/model.js';
import { authPart, type AuthModel, type ScopeModel } from './auth-part.js';
import { scopesPart } from './scopes-part.js';

/** Authentication summary that is shown to users. */
export interface AccessSummary {
  /** Environment variables in `auth`. */
  readonly environment: readonly EnvironmentVariable[];
  readonly scopes: readonly ScopeNeed[];
}

/** Scope with the entries that need it. */
interface ScopeNeed extends ScopeModel {
  /** Whether all tools, prompts, resources and templates need the scope. */
  readonly isRequired: boolean;
  /** Names, URIs and URI templates of the entries that need the scope. */
  readonly entries: readonly string[];
}

/** Summarizes the scopes of a server. Returns `undefined` without `auth`. */
export function summarizeAccess(model: Model): AccessSummary | undefined {
  const auth = authPart.of(model);
  if (!auth) return undefined;
  const entries: readonly (readonly [name: string, entry: DescriptorModel])[] = [
    ...model.tools.map((tool) => [tool.name, tool] as const),
    ...model.prompts.map((prompt) => [prompt.name, prompt] as const),
    ...model.resources.map((resource) => [resource.uri, resource] as const),
    ...model.resourceTemplates.map((template) => [template.uriTemplate, template] as const),
  ];
  const needsOf = (scope: string) =>
    entries.flatMap(([name, entry]) => (scopesPart.of(entry)?.includes(scope) ? [name] : []));
  const required = listRequired(auth);
  return {
    environment: auth.environment,
    scopes: auth.scopes.map((scope) => ({
      ...scope,
      isRequired: required.includes(scope.name),
      entries: needsOf(scope.name),
    })),
  };
}

function listRequired({ settings }: AuthModel): readonly unknown[] {
  const required = settings.get('required');
  return Array.isArray(required) ? required : [];
}
