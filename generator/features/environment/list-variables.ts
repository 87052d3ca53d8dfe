import type { DeclaredVariable } from './environment-model.js';
import type { EnvironmentVariable, Model, VariableGroup } from '../../core/model/model.js';
import { declaredPart } from './declared-part.js';

/** Parts of a model that name environment variables. */
export type VariableSources = Pick<Model, 'variables' | 'parts'>;

/** Lists the environment variables that a server reads by purpose, each once: declared ones first, then those that features need. */
export function listVariables(sources: VariableSources): readonly VariableGroup[] {
  const { variables: implied } = sources;
  const needed = implied.flatMap(({ variables }) => variables);
  const known = new Map(needed.map((variable) => [variable.name, variable]));
  const own = (declaredPart.of(sources) ?? []).map((variable) => describeVariable(variable, known.get(variable.name)));
  // A second line without a value would undo the first one.
  const listed = new Set<string>();
  return [{ title: 'Variables of this server', variables: own }, ...implied].flatMap(({ title, variables }) => {
    const unlisted = variables.filter(({ name }) => !listed.has(name) && listed.add(name));
    return unlisted.length === 0 ? [] : [{ title, variables: unlisted }];
  });
}

/** Names of the environment variables that features need. */
export function namesImplied({ variables }: Pick<Model, 'variables'>): ReadonlySet<string> {
  return new Set(variables.flatMap((group) => group.variables.map(({ name }) => name)));
}

/** Whether the server does not start without a declared variable. One that the definition implies is read where it is needed. */
export function isRequired({ isRequired: given, byDefault }: DeclaredVariable, isImplied: boolean): boolean {
  return given ?? (byDefault === undefined && !isImplied);
}

function describeVariable(variable: DeclaredVariable, implied: EnvironmentVariable | undefined): EnvironmentVariable {
  const { name, description, byDefault = implied?.defaultValue, isSecret = implied?.isSecret } = variable;
  const values = describeValues(variable);
  return {
    name,
    description: values === '' ? description : `${description}\n${values}`,
    isNeeded: variable.isRequired ?? (variable.byDefault === undefined && (implied?.isNeeded ?? true)),
    ...(isSecret === true && { isSecret }),
    ...(byDefault !== undefined && { defaultValue: String(byDefault) }),
  };
}

/** Limits of a number, in the order in which they are printed. */
const limits = [
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'above'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'below'],
] as const;

/** Values that a variable can have, as a sentence; empty for any text. */
function describeValues({ type, rules }: DeclaredVariable): string {
  const choices = rules.get('enum');
  if (Array.isArray(choices)) return `One of ${choices.join(', ')}.`;
  if (type === 'boolean') return 'true or false.';
  if (type === 'string') return '';
  const bounds = limits.flatMap(([keyword, words]) =>
    rules.has(keyword) ? [`${words} ${String(rules.get(keyword))}`] : [],
  );
  return `${[type === 'integer' ? 'An integer' : 'A number', ...bounds].join(', ')}.`;
}
