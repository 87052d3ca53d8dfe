import { jsonObjectOf } from '../../core/model/json.js';
import type { DeclaredVariable } from './environment-model.js';
import type { Model } from '../../core/model/model.js';
import { docComment, stringLiteral } from '../../core/code/escape.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { declaredPart } from './declared-part.js';
import { isRequired, namesImplied } from './list-variables.js';

/**
 * Emits `generated/env.ts`, which contains typed values of the declared variables. Returns `undefined` if there are
 * none.
 */
export function emitEnv(model: Model, render: RenderTemplate): string | undefined {
  const declared = declaredPart.of(model);
  if (declared === undefined) return undefined;
  const implied = namesImplied(model);
  const variables = declared.map((variable) => {
    const { name, description, defaultValue } = variable;
    const isNeeded = isRequired(variable, implied.has(name));
    const type = typeOf(variable);
    return {
      name,
      doc: docComment(description, '  '),
      type: isNeeded || defaultValue !== undefined ? type : `${type} | undefined`,
      definition: jsonExpression(describe(variable, isNeeded)),
    };
  });
  return render('generated/env.ts', { variables });
}

/** Emits `generated/env-file.ts`, which loads `.env`. Returns `undefined` if the server reads no variables. */
export function emitEnvFile(environment: string | undefined, render: RenderTemplate): string | undefined {
  return environment === undefined ? undefined : render('generated/env-file.ts', {});
}

/** Describes a variable as the runtime's `VariableDefinition`. */
function describe({ name, type, place, isSecret, defaultValue, rules }: DeclaredVariable, isNeeded: boolean) {
  return jsonObjectOf({
    name,
    type,
    place,
    ...(isNeeded && { required: true }),
    ...(isSecret === true && { secret: true }),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...(rules.size > 0 && { rules }),
  });
}

function typeOf({ type, rules }: DeclaredVariable): string {
  const choices = rules.get('enum');
  if (!Array.isArray(choices)) return type === 'integer' ? 'number' : type;
  return choices.map((choice) => (typeof choice === 'string' ? stringLiteral(choice) : String(choice))).join(' | ');
}
