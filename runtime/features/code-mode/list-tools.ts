import type {
  CodeDiscovery,
  ServerCode,
  ToolDefinition,
  ValidationError,
  Validator,
} from '../../core/api/definition.js';
import { codeTools } from '../../core/service/choose-mode.js';

/** Maximum length of a script, in characters. The descriptor has the same limit. */
const maxCode = 65_536;

/** The tools of a server's code mode. */
export function listTools({ allow, confirm, apis, coerce, open }: ServerCode): readonly ToolDefinition[] {
  const settings = { ...(allow && { allow }), ...(confirm && { confirm }), ...(apis && { apis }) };
  return (['find', 'run'] as const).map((does, index) => ({
    name: codeTools[index] ?? does,
    discovery: { does, settings, open },
    ...(coerce === true && { coerce }),
    validators: async () => ({ input: validators[does] }),
  }));
}

/** Finds the first keyword of a member's schema that a value violates. */
type FindBroken = (value: unknown) => Pick<ValidationError, 'keyword' | 'params'> | undefined;

const text =
  (limit: number): FindBroken =>
  (value) => {
    if (typeof value !== 'string') return { keyword: 'type', params: { type: 'string' } };
    return value.length > limit ? { keyword: 'maxLength', params: { limit } } : undefined;
  };

const members: { readonly [does in CodeDiscovery['does']]: { readonly [name: string]: FindBroken } } = {
  find: {
    query: text(500),
    names: (value) => {
      if (!Array.isArray(value)) return { keyword: 'type', params: { type: 'array' } };
      const broken = value.map(text(200)).find((one) => one !== undefined);
      return value.length > 10 ? { keyword: 'maxItems', params: { limit: 10 } } : broken;
    },
    limit: (value) => {
      if (!Number.isInteger(value)) return { keyword: 'type', params: { type: 'integer' } };
      if (Number(value) < 1) return { keyword: 'minimum', params: { limit: 1 } };
      return Number(value) > 30 ? { keyword: 'maximum', params: { limit: 30 } } : undefined;
    },
  },
  run: { code: text(maxCode) },
};

/** Validators of the two tools, which match the schemas in their descriptors. */
const validators = { find: makeValidator(members.find, []), run: makeValidator(members.run, ['code']) };

function makeValidator(checks: { readonly [name: string]: FindBroken }, required: readonly string[]): Validator {
  const validate: Validator & { errors?: readonly ValidationError[] } = (input: unknown): boolean => {
    const args = input as { readonly [name: string]: unknown };
    const errors: ValidationError[] = required
      .filter((name) => !Object.hasOwn(args, name))
      .map((missingProperty) => ({ instancePath: '', keyword: 'required', params: { missingProperty } }));
    for (const [name, value] of Object.entries(args)) {
      const findBroken = Object.hasOwn(checks, name) ? checks[name] : undefined;
      if (findBroken === undefined) {
        errors.push({ instancePath: '', keyword: 'additionalProperties', params: { additionalProperty: name } });
      } else {
        const broken = findBroken(value);
        if (broken !== undefined) errors.push({ instancePath: `/${name}`, ...broken });
      }
    }
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}
