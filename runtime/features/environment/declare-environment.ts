import type { Environment, ValueScope, Variables } from '../../core/api/environment.js';
import { listVariables } from '../../core/service/environment-variables.js';
import { allowedEdits, isNear } from '../../wire/is-near.js';
import { readVariable, type VariableDefinition } from './read-variable.js';

/**
 * Thrown if environment variables are missing or invalid. Its message has a line for each variable, without values of
 * strings and secrets.
 */
export class EnvironmentError extends TypeError {
  override readonly name = 'EnvironmentError';
}

/** The variables that a definition declares, with their values. */
export interface DeclaredEnvironment<Declared> extends Environment {
  /**
   * Values by variable, as a frozen object. The first access reads the variables of the process, unless `read` was
   * called, and throws the errors of `read`.
   */
  readonly values: Declared;
}

type Value = string | number | boolean | undefined;
type Values = ReadonlyMap<string, Value>;

/** Declares the environment variables of a server. */
export function declareEnvironment<Declared>(variables: readonly VariableDefinition[]): DeclaredEnvironment<Declared> {
  let current: Values | undefined;
  let scope: ValueScope | undefined;
  const read = (source: Variables): Values => {
    current = undefined;
    current = readAll(variables, source);
    return current;
  };
  const accessors = variables.map(({ name }) => {
    const get = (): Value =>
      ((scope?.getStore() as Values | undefined) ?? current ?? read(listVariables() ?? {})).get(name);
    return [name, { enumerable: true, get }] as const;
  });
  return {
    values: Object.freeze(Object.defineProperties({}, Object.fromEntries(accessors))) as Declared,
    read: (source) => void read(source),
    bind: (source, makeScope) => {
      const values = readAll(variables, source);
      const boundScope = (scope ??= makeScope());
      return (work) => boundScope.run(values, work);
    },
  };
}

/** @throws EnvironmentError that names every variable that is missing or invalid. */
function readAll(variables: readonly VariableDefinition[], source: Variables): Values {
  const values = new Map<string, Value>();
  const problems: string[] = [];
  for (const definition of variables) {
    const text = source[definition.name];
    const reading = readVariable(definition, text);
    if ('value' in reading) values.set(definition.name, reading.value);
    else problems.push(describeProblem(definition, addNear(definition.name, reading.problem, variables, source), text));
  }
  if (problems.length > 0) throw new EnvironmentError([summarize(problems.length), ...problems].join('\n'));
  return values;
}

function summarize(count: number): string {
  const subject = count === 1 ? 'An environment variable is' : `${count} environment variables are`;
  return (
    `${subject} missing or invalid. Set ${count === 1 ? 'it' : 'them'} in the project's .env file (generated/env.example lists all variables), ` +
    'or in the environment of the program that starts the server:'
  );
}

/** Minimum length of a name for which similar names are suggested; shorter names resemble system variables. */
const minName = 6;

/** Adds the name of a similar variable that is set, if any, to the description of the problem of a missing variable. */
function addNear(name: string, problem: string, variables: readonly VariableDefinition[], source: Variables): string {
  if (name.length < minName || (source[name] ?? '') !== '') return problem;
  const declared = new Set(variables.map((variable) => variable.name));
  const near = Object.keys(source).find((key) => !declared.has(key) && isNear(name, key, allowedEdits(name.length)));
  return near === undefined ? problem : `${problem}, but ${near} is set`;
}

/** Maximum number of characters of a value in a message. */
const maxShown = 40;

/**
 * Describes the problem of a variable. Strings are not shown, because even a variable that is not declared as secret
 * may contain a secret, such as a password in a URL.
 */
function describeProblem(definition: VariableDefinition, problem: string, text = ''): string {
  const { name, type, secret, place, rules } = definition;
  const isShown = text.trim() !== '' && secret !== true && (type !== 'string' || rules?.enum !== undefined);
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  return `${name} ${problem}${isShown ? `, got ${JSON.stringify(shown)}` : ''} (${type}, declared in ${place})`;
}
