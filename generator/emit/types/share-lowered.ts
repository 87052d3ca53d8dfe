import type { LoweredSchema } from './lowered-schema.js';

/** Makes of lowered types that say the same one object. */
export type ShareLowered = (lowered: LoweredSchema) => LoweredSchema;

/**
 * The library goes through every object about thirty times, but only once through one that it meets again; and most
 * properties of an API stand in many places. The result holds no object that two different ones would do for.
 */
export function createSharing(): ShareLowered {
  const known = new Map<string, LoweredSchema>();
  const numbers = new Map<LoweredSchema, number>();
  const numberOf = (lowered: LoweredSchema): number => {
    const number = numbers.get(lowered) ?? numbers.size;
    numbers.set(lowered, number);
    return number;
  };
  const share = (lowered: LoweredSchema): LoweredSchema => {
    const built = shareMembers(lowered, share);
    const key = `${describeShape(built, numberOf)} ${built.description ?? ''} ${built.deprecated ?? ''}`;
    const first = known.get(key) ?? built;
    known.set(key, first);
    return first;
  };
  return share;
}

function shareMembers(lowered: LoweredSchema, share: ShareLowered): LoweredSchema {
  if ('anyOf' in lowered) return { ...lowered, anyOf: lowered.anyOf.map(share) };
  if ('allOf' in lowered) return { ...lowered, allOf: lowered.allOf.map(share) };
  if (!('type' in lowered)) return lowered;
  if (lowered.type === 'array') return { ...lowered, items: share(lowered.items) };
  if (lowered.type !== 'object') return lowered;
  const { additionalProperties: index } = lowered;
  const members = Object.entries(lowered.properties).map(([token, member]) => [token, share(member)] as const);
  return { ...lowered, properties: Object.fromEntries(members), additionalProperties: index && share(index) };
}

/** What tells a type apart whose members are shared already. */
function describeShape(lowered: LoweredSchema, numberOf: (lowered: LoweredSchema) => number): string {
  if ('anyOf' in lowered) return `anyOf ${lowered.anyOf.map(numberOf).join()}`;
  if ('allOf' in lowered) return `allOf ${lowered.allOf.map(numberOf).join()}`;
  if ('enum' in lowered) return `enum ${lowered.enum.join()}`;
  if ('tsType' in lowered) return `text ${JSON.stringify(lowered.tsType)}`;
  if (lowered.type === 'array') return `array ${numberOf(lowered.items)}`;
  if (lowered.type !== 'object') return lowered.type;
  const { properties, required, additionalProperties: index } = lowered;
  const members = Object.entries(properties).map(([token, member]) => `${token}:${numberOf(member)}`);
  return `object ${members.join()} ${required.join()} ${index && numberOf(index)}`;
}
