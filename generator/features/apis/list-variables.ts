import { isJsonObject, objectAt, stringifyJson, type JsonObject } from '../../core/model/json.js';
import { delegationPart } from '../delegation/delegation-part.js';
import type { ApiModel, Model, VariableGroup } from '../../core/model/model.js';

/** Lists the environment variables that a server's API calls read. */
export function listApiVariables(model: Model): readonly VariableGroup[] {
  return model.apis.map((api) => {
    const optional = offersChoice(api, model) ? namesIn(objectAt(api.binding, 'securitySchemes')) : new Set<string>();
    const delegated = listDelegated(api);
    const name = api.binding.get('name');
    return {
      title: typeof name === 'string' ? name : '',
      variables: api.environment.map((variable) => ({
        ...variable,
        ...(delegated.has(variable.name) && { isForHttpOnly: true }),
        ...(optional.has(variable.name) && { isAlternative: true }),
      })),
    };
  });
}

/**
 * Whether some credentials of an API are optional, because of operations without credentials, alternative schemes, or a
 * token that is fetched.
 */
function offersChoice({ name, binding }: ApiModel, { tools }: Model): boolean {
  const schemes = [...objectAt(binding, 'securitySchemes').values()];
  if (schemes.length !== 1) return true;
  if (schemes.some((scheme) => isJsonObject(scheme) && scheme.get('type') === 'clientCredentials')) return true;
  return tools.some(
    ({ handler }) => handler.kind === 'forward' && handler.api === name && hasOpenDoor(handler.operation),
  );
}

/** Whether an operation can be called without credentials. */
function hasOpenDoor(operation: JsonObject): boolean {
  const security = operation.get('security');
  return Array.isArray(security) && security.some((each) => isJsonObject(each) && each.size === 0);
}

/** Lists variables that are needed only for calls on behalf of a caller. */
function listDelegated(api: ApiModel): ReadonlySet<string> {
  const { binding } = api;
  const delegation = delegationPart.of(api);
  const elsewhere = namesIn(binding);
  const names = delegation ? [...namesIn(delegation.settings)] : [];
  return new Set(names.filter((name) => !elsewhere.has(name)));
}

/** Lists the variables in runtime settings: strings that are a variable name, or `${NAME}` in strings. */
function namesIn(settings: JsonObject): ReadonlySet<string> {
  const found = stringifyJson(settings).matchAll(/"([A-Z][A-Z0-9_]*)"|\$\{([A-Z][A-Z0-9_]*)\}/gu);
  return new Set([...found].map(([, whole, part = '']) => whole ?? part));
}
