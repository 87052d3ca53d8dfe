import type { DeclaredVariable } from './environment-model.js';
import type { EnvironmentVariable, Model, VariableGroup } from '../../core/model/model.js';
import { declaredPart } from './declared-part.js';

/** Parts of a model that contain environment variables. */
export type VariableSources = Pick<Model, 'variables' | 'parts'>;

/**
 * Lists the environment variables that a server reads, by purpose and without duplicates: declared ones first, then
 * those that features need.
 */
export function listVariables(sources: VariableSources): readonly VariableGroup[] {
  const { variables: implied } = sources;
  const needed = implied.flatMap(({ variables }) => variables);
  const impliedByName = new Map(needed.map((variable) => [variable.name, variable]));
  const declared = (declaredPart.of(sources) ?? []).map((variable) =>
    describeVariable(variable, impliedByName.get(variable.name)),
  );
  // A second line without a value would override the first line.
  const listed = new Set<string>();
  return [{ title: 'Variables of this server', variables: declared }, ...implied].flatMap(({ title, variables }) => {
    const unlisted = variables.filter(({ name }) => !listed.has(name) && listed.add(name));
    return unlisted.length === 0 ? [] : [{ title, variables: unlisted }];
  });
}

/** Returns the names of the environment variables that features need. */
export function namesImplied({ variables }: Pick<Model, 'variables'>): ReadonlySet<string> {
  return new Set(variables.flatMap((group) => group.variables.map(({ name }) => name)));
}

/** Whether a declared variable is required at start. Implied variables are only read when needed. */
export function isRequired({ isRequired: explicit, defaultValue }: DeclaredVariable, isImplied: boolean): boolean {
  return explicit ?? (defaultValue === undefined && !isImplied);
}

function describeVariable(variable: DeclaredVariable, implied: EnvironmentVariable | undefined): EnvironmentVariable {
  const { name, description, defaultValue = implied?.defaultValue, isSecret = implied?.isSecret } = variable;
  const values = describeValues(variable);
  return {
    name,
    description: values === '' ? description : `${description}\n${values}`,
    isNeeded: variable.isRequired ?? (variable.defaultValue === undefined && (implied?.isNeeded ?? true)),
    ...(isSecret === true && { isSecret }),
    ...(defaultValue !== undefined && { defaultValue: String(defaultValue) }),
  };
}

/** Limits of a number, in the order in which they are printed. */
const limits = [
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'above'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'below'],
] as const;

/** Describes the values that a variable can have, as a sentence; empty if any string is allowed. */
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
