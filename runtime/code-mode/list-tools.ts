import type { CodeDiscovery, ServerCode, ToolDefinition, ValidationError, Validator } from '../api/definition.js';
import { codeTools } from '../service/choose-mode.js';

/** Maximum number of characters of a script: the descriptor says the same. */
const maximalCode = 65_536;

/** The tools of a server's code mode. */
export function listTools({ allow, confirm, open }: ServerCode): readonly ToolDefinition[] {
  const settings = { ...(allow && { allow }), ...(confirm && { confirm }) };
  return (['find', 'run'] as const).map((does, index) => ({
    name: codeTools[index] ?? does,
    discovery: { does, settings, open },
    validators: async () => ({ input: validators[does] }),
  }));
}

interface Member {
  readonly isFit: (value: unknown) => boolean;
  /** Completes the sentence that the value must be … */
  readonly wanted: string;
}

const members: { readonly [does in CodeDiscovery['does']]: { readonly [name: string]: Member } } = {
  find: {
    query: { isFit: (value) => isText(value, 500), wanted: 'a string of at most 500 characters' },
    names: {
      isFit: (value) => Array.isArray(value) && value.length <= 10 && value.every((name) => isText(name, 200)),
      wanted: 'an array of at most 10 strings of at most 200 characters',
    },
    limit: {
      isFit: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 30,
      wanted: 'an integer from 1 to 30',
    },
  },
  run: {
    code: { isFit: (value) => isText(value, maximalCode), wanted: `a string of at most ${maximalCode} characters` },
  },
};

function isText(value: unknown, maximum: number): boolean {
  return typeof value === 'string' && value.length <= maximum;
}

/** Validators of the two tools, for the schemas that their descriptors have. */
const validators = { find: makeValidator(members.find, []), run: makeValidator(members.run, ['code']) };

function makeValidator(known: { readonly [name: string]: Member }, required: readonly string[]): Validator {
  const validate: Validator & { errors?: readonly ValidationError[] } = (input: unknown): boolean => {
    const given = input as { readonly [name: string]: unknown };
    const errors: ValidationError[] = required
      .filter((name) => !Object.hasOwn(given, name))
      .map((missingProperty) => ({ instancePath: '', keyword: 'required', params: { missingProperty } }));
    for (const [name, value] of Object.entries(given)) {
      const member = Object.hasOwn(known, name) ? known[name] : undefined;
      if (member === undefined) {
        errors.push({ instancePath: '', keyword: 'additionalProperties', params: { additionalProperty: name } });
      } else if (!member.isFit(value)) {
        errors.push({ instancePath: `/${name}`, keyword: 'type', params: {}, message: `must be ${member.wanted}` });
      }
    }
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}
