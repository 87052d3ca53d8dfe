import { storeVariables } from '../../core/model/store-variables.js';
import { isJsonObject, objectAt, stringifyJson, type JsonObject } from '../../core/model/json.js';
import type { ApiModel, EnvironmentVariable, Model } from '../../core/model/model.js';
import { cleanLine } from './clean-line.js';
import { settingTypeOf, type DeclaredVariable, type SettingType } from '../../core/model/environment-model.js';

/** Value that the user of a server gives in an environment variable. */
export interface Setting {
  /** Unique identifier: the variable in small letters. */
  readonly key: string;
  readonly variable: string;
  /** Label in forms, on one line. */
  readonly title: string;
  /** On one line; empty for none. */
  readonly description: string;
  readonly type: SettingType;
  /** The server cannot work without it. `false` also for one of several alternatives. */
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly byDefault?: string | number | boolean;
  /** Allowed values, as texts. Absent: any. */
  readonly choices?: readonly string[];
  /** Only a server that is reached over HTTP reads it. */
  readonly isForHttpOnly: boolean;
}

/**
 * Lists the environment variables that a server reads, each once: those that the definition declares, in its order, then those that it
 * implies (credentials and addresses of APIs, the store, authorization).
 */
export function listSettings(model: Model): readonly Setting[] {
  const known = new Map<string, Setting>();
  const add = (variable: EnvironmentVariable, isRequired: boolean, isForHttpOnly: boolean): void => {
    const earlier = known.get(variable.name);
    const setting = describeVariable(variable, isRequired, isForHttpOnly);
    const isForBoth = earlier?.isForHttpOnly === false || !isForHttpOnly;
    known.set(variable.name, { ...(earlier ?? setting), isForHttpOnly: !isForBoth });
  };
  for (const api of model.apis) {
    const optional = offersChoice(api, model) ? namesIn(objectAt(api.binding, 'securitySchemes')) : new Set<string>();
    const delegated = listDelegated(api);
    for (const variable of api.environment) {
      add(variable, variable.isNeeded && !optional.has(variable.name), delegated.has(variable.name));
    }
  }
  for (const variable of model.server.stores ? storeVariables[model.server.stores] : []) add(variable, true, false);
  for (const variable of model.auth?.environment ?? []) add(variable, variable.isNeeded, true);
  const declared = (model.server.environment ?? []).map((variable) => joinSettings(variable, known.get(variable.name)));
  const names = new Set(declared.map(({ variable }) => variable));
  const keys = new Set(declared.map(({ key }) => key));
  const implied = [...known.values()].filter(({ variable }) => !names.has(variable));
  return [...declared, ...implied.map((setting) => ({ ...setting, key: freeKey(setting.key, keys) }))];
}

/** Whether some credentials of an API may be left out: operations that need none, several schemes, or a token that is fetched. */
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

/** Variables that only calls on behalf of a caller need. */
function listDelegated({ delegation, binding }: ApiModel): ReadonlySet<string> {
  const elsewhere = namesIn(binding);
  const names = delegation ? [...namesIn(delegation.settings)] : [];
  return new Set(names.filter((name) => !elsewhere.has(name)));
}

/** Names of variables in settings of the runtime: whole texts, or `${NAME}` in texts. */
function namesIn(settings: JsonObject): ReadonlySet<string> {
  const found = stringifyJson(settings).matchAll(/"([A-Z][A-Z0-9_]*)"|\$\{([A-Z][A-Z0-9_]*)\}/gu);
  return new Set([...found].map(([, whole, part = '']) => whole ?? part));
}

function describeVariable(variable: EnvironmentVariable, isRequired: boolean, isForHttpOnly: boolean): Setting {
  const { name, description, isSecret = false, byDefault } = variable;
  return {
    key: name.toLowerCase(),
    variable: name,
    title: titleOf(name),
    description: cleanLine(description),
    type: 'string',
    isRequired,
    isSecret,
    ...(byDefault !== undefined && byDefault !== '' && { byDefault }),
    isForHttpOnly,
  };
}

/** Setting of a declared variable; what the declaration omits comes from the variable that the definition implies. */
function joinSettings(declared: DeclaredVariable, implied: Setting | undefined): Setting {
  const { name, title = implied?.title ?? '', description, isRequired, isSecret, rules } = declared;
  const byDefault = declared.byDefault ?? (isRequired === true ? undefined : implied?.byDefault);
  const choices = rules.get('enum');
  return {
    key: name.toLowerCase(),
    variable: name,
    title: cleanLine(title) || titleOf(name),
    description: cleanLine(description),
    type: settingTypeOf(declared),
    isRequired: isRequired ?? (declared.byDefault === undefined && implied?.isRequired !== false),
    isSecret: isSecret ?? implied?.isSecret ?? false,
    ...(byDefault !== undefined && { byDefault }),
    ...(Array.isArray(choices) && { choices: choices.map(String) }),
    isForHttpOnly: implied?.isForHttpOnly ?? false,
  };
}

/** Words of a variable: `Library catalogue token`. */
function titleOf(variable: string): string {
  const words = variable.toLowerCase().replaceAll(/_+/gu, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function freeKey(key: string, taken: Set<string>): string {
  let free = key;
  for (let count = 2; taken.has(free); count++) free = `${key}_${count}`;
  taken.add(free);
  return free;
}
