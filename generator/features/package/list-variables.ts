import type { DeclaredVariable } from '../../core/model/environment-model.js';
import type { ApiModel, EnvironmentVariable, StoreKind } from '../../core/model/model.js';
import { storeVariables } from '../../core/model/store-variables.js';

/** Parts of a model that name environment variables. */
export interface VariableSources {
  readonly apis: readonly Pick<ApiModel, 'binding' | 'environment'>[];
  readonly auth: { readonly environment: readonly EnvironmentVariable[] } | undefined;
  readonly stores: StoreKind | undefined;
  /** Variables under `server.environment`. */
  readonly declared: readonly DeclaredVariable[] | undefined;
}

/** Variables for one purpose. */
export interface VariableGroup {
  /** Purpose; the name of an API may be any text. */
  readonly title: string;
  readonly variables: readonly EnvironmentVariable[];
}

/** Lists the environment variables that a server reads by purpose, each once: declared ones first, then those that the definition implies. */
export function listVariables({ apis, auth, stores, declared = [] }: VariableSources): readonly VariableGroup[] {
  const implied: readonly (readonly [unknown, readonly EnvironmentVariable[]])[] = [
    ['Who may use this server over HTTP', auth?.environment ?? []],
    ['What processes of this server share', stores ? storeVariables[stores] : []],
    ...apis.map(({ binding, environment }) => [binding.get('name'), environment] as const),
  ];
  const known = new Map(implied.flatMap(([, variables]) => variables).map((variable) => [variable.name, variable]));
  const own = declared.map((variable) => describeVariable(variable, known.get(variable.name)));
  // A second line without a value would undo the first one.
  const listed = new Set<string>();
  return [['Variables of this server', own] as const, ...implied].flatMap(([title, variables]) => {
    const unlisted = variables.filter(({ name }) => !listed.has(name) && listed.add(name));
    return unlisted.length === 0 ? [] : [{ title: typeof title === 'string' ? title : '', variables: unlisted }];
  });
}

/** Whether the server does not start without a declared variable. One that the definition implies is read where it is needed. */
export function isRequired({ isRequired: given, byDefault }: DeclaredVariable, isImplied: boolean): boolean {
  return given ?? (byDefault === undefined && !isImplied);
}

function describeVariable(variable: DeclaredVariable, implied: EnvironmentVariable | undefined): EnvironmentVariable {
  const { name, description, byDefault = implied?.byDefault, isSecret = implied?.isSecret } = variable;
  const values = describeValues(variable);
  return {
    name,
    description: values === '' ? description : `${description}\n${values}`,
    isNeeded: variable.isRequired ?? (variable.byDefault === undefined && (implied?.isNeeded ?? true)),
    ...(isSecret === true && { isSecret }),
    ...(byDefault !== undefined && { byDefault: String(byDefault) }),
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
