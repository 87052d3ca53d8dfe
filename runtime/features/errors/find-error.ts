import type { ErrorTraits } from '../../core/api/error-port.js';
import type { ErrorCondition, ErrorDefinitions } from './error-definition.js';

/** Returns the name of the first error whose condition a failure meets. */
export function findError(errors: ErrorDefinitions, traits: ErrorTraits): string | undefined {
  return Object.keys(errors).find((name) => {
    const when = errors[name]?.when;
    return when !== undefined && meets(traits, when);
  });
}

function meets(traits: ErrorTraits, { status, except = [], code, constraint, ...others }: ErrorCondition): boolean {
  if (constraint !== undefined && traits.constraint?.includes(constraint) !== true) return false;
  if (code !== undefined && traits.codes?.includes(code) !== true) return false;
  if (status !== undefined && !includes(status, traits.status)) return false;
  if (except.some((excepted) => includes(excepted, traits.status))) return false;
  return Object.entries(others).every(([trait, value]) => traits[trait as keyof typeof others] === value);
}

/** Whether a status is the given one, or in the given range. An API call without a response has none. */
function includes(given: NonNullable<ErrorCondition['status']>, status: number | undefined): boolean {
  if (status === undefined || typeof given === 'number') return status === given;
  return given === 'default' ? status < 200 || status > 299 : String(status).startsWith(given.charAt(0));
}
