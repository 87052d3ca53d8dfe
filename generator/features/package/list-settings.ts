import { declaredPart } from '../environment/declared-part.js';
import type { EnvironmentVariable, Model } from '../../core/model/model.js';
import { cleanLine } from './clean-line.js';
import { settingTypeOf, type DeclaredVariable, type SettingType } from '../environment/environment-model.js';

/** Environment variable that the user of a server sets. */
export interface Setting {
  /** Unique identifier: the variable name in lower case. */
  readonly key: string;
  readonly variable: string;
  /** Label in forms, on one line. */
  readonly title: string;
  /** Description on one line; empty if there is none. */
  readonly description: string;
  readonly type: SettingType;
  /** Whether the server cannot work without the value. `false` if there are alternatives. */
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly defaultValue?: string | number | boolean;
  /** Allowed values as strings. If absent, any value is allowed. */
  readonly choices?: readonly string[];
  /** Whether the variable is read only by servers over HTTP. */
  readonly isForHttpOnly: boolean;
}

/**
 * Lists the environment variables that a server reads without duplicates: declared ones in definition order, then those
 * that features need.
 */
export function listSettings(model: Model): readonly Setting[] {
  const settings = new Map<string, Setting>();
  const add = (variable: EnvironmentVariable): void => {
    const earlier = settings.get(variable.name);
    const setting = describeVariable(variable);
    const isForBoth = earlier?.isForHttpOnly === false || !setting.isForHttpOnly;
    settings.set(variable.name, { ...(earlier ?? setting), isForHttpOnly: !isForBoth });
  };
  const needed = model.variables.flatMap(({ variables }) => variables);
  // Variables that a stdio server does not read come last.
  const isRead = ({ isForHttpOnly }: EnvironmentVariable): boolean => isForHttpOnly !== true;
  for (const variable of [...needed.filter(isRead), ...needed.filter((each) => !isRead(each))]) add(variable);
  const declared = (declaredPart.of(model) ?? []).map((variable) =>
    joinSettings(variable, settings.get(variable.name)),
  );
  const names = new Set(declared.map(({ variable }) => variable));
  const keys = new Set(declared.map(({ key }) => key));
  const implied = [...settings.values()].filter(({ variable }) => !names.has(variable));
  return [...declared, ...implied.map((setting) => ({ ...setting, key: freeKey(setting.key, keys) }))];
}

function describeVariable(variable: EnvironmentVariable): Setting {
  const {
    name,
    description,
    isNeeded,
    isAlternative,
    isSecret = false,
    defaultValue,
    isForHttpOnly = false,
  } = variable;
  return {
    key: name.toLowerCase(),
    variable: name,
    title: titleOf(name),
    description: cleanLine(description),
    type: 'string',
    isRequired: isNeeded && isAlternative !== true,
    isSecret,
    ...(defaultValue !== undefined && defaultValue !== '' && { defaultValue }),
    isForHttpOnly,
  };
}

/** Creates the setting of a declared variable. Missing members come from the variable that the definition implies. */
function joinSettings(declared: DeclaredVariable, implied: Setting | undefined): Setting {
  const { name, title = implied?.title ?? '', description, isRequired, isSecret, rules } = declared;
  const defaultValue = declared.defaultValue ?? (isRequired === true ? undefined : implied?.defaultValue);
  const choices = rules.get('enum');
  return {
    key: name.toLowerCase(),
    variable: name,
    title: cleanLine(title) || titleOf(name),
    description: cleanLine(description),
    type: settingTypeOf(declared),
    isRequired: isRequired ?? (declared.defaultValue === undefined && implied?.isRequired !== false),
    isSecret: isSecret ?? implied?.isSecret ?? false,
    ...(defaultValue !== undefined && { defaultValue }),
    ...(Array.isArray(choices) && { choices: choices.map(String) }),
    isForHttpOnly: implied?.isForHttpOnly ?? false,
  };
}

/** Turns a variable name into words, such as `Library catalog token`. */
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
