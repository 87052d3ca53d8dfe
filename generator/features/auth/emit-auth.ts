import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { Model } from '../../core/model/model.js';
import { stringLiteral, typePropertyName } from '../../core/code/escape.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { authPart } from './auth-part.js';
import { scopesPart } from './scopes-part.js';

/** Emits `generated/auth.ts`, which contains access control and its types. Returns `undefined` without `auth`. */
export function emitAuth(model: Model, render: RenderTemplate): string | undefined {
  const { tools, prompts, resources, resourceTemplates } = model;
  const auth = authPart.of(model);
  if (!auth) return undefined;
  const { settings } = auth;
  const scopes = auth.scopes.map(({ name }) => name);
  const entries = jsonObjectOf({
    tools: listScopes(tools.map((tool) => [tool.name, scopesPart.of(tool)])),
    prompts: listScopes(prompts.map((prompt) => [prompt.name, scopesPart.of(prompt)])),
    resources: listScopes(resources.map((resource) => [resource.uri, scopesPart.of(resource)])),
    resourceTemplates: listScopes(resourceTemplates.map((template) => [template.uriTemplate, scopesPart.of(template)])),
  });
  return render('generated/auth.ts', {
    scopes: scopes.map((scope) => typePropertyName(scope)),
    members: [...settings, ['entries', entries] as const].map(([name, value]) => ({
      name,
      value: jsonExpression(value),
    })),
    scopeType: scopes.length === 0 ? 'never' : scopes.map(stringLiteral).join(' | '),
  });
}

/** Lists scopes by entry name, for entries that need scopes. */
function listScopes(entries: readonly (readonly [string, readonly string[] | undefined])[]): JsonObject {
  return new Map(entries.flatMap(([name, scopes]): [string, Json][] => (scopes ? [[name, scopes]] : [])));
}
