import type { ErrorTraits } from '../../core/api/error-port.js';
import type { ErrorCondition, ErrorDefinitions } from './error-definition.js';

/** Returns the name of the first error whose condition a failure meets. */
export function findError(errors: ErrorDefinitions, traits: ErrorTraits): string | undefined {
  return Object.keys(errors).find((name) => {
    const when = errors[name]?.when;
    return when !== undefined && meets(traits, when);
  });
}

function meets(traits: ErrorTraits, { constraint, ...others }: ErrorCondition): boolean {
  if (constraint !== undefined && traits.constraint?.includes(constraint) !== true) return false;
  return Object.entries(others).every(([trait, value]) => traits[trait as keyof typeof others] === value);
}
