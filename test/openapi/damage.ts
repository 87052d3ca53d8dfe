import fc from 'fast-check';

/** A value for one place of a document: the steps choose a member on the way down. */
export interface Damage {
  readonly steps: readonly number[];
  readonly value: unknown;
}

/** Damages, up to a number. */
export function damages(values: readonly unknown[], most: number): fc.Arbitrary<Damage[]> {
  const steps = fc.array(fc.nat(11), { minLength: 2, maxLength: 12 });
  return fc.array(fc.record({ steps, value: fc.constantFrom(...values) }), { minLength: 1, maxLength: most });
}

/** Puts a value below the root of a document. */
export function applyDamage(root: object, { steps, value }: Damage): void {
  let place: { readonly parent: Record<string, unknown>; readonly key: string } | undefined;
  let node: unknown = root;
  for (const step of steps) {
    if (typeof node !== 'object' || node === null || Object.keys(node).length === 0) break;
    const keys = Object.keys(node);
    place = { parent: node as Record<string, unknown>, key: keys[step % keys.length] ?? '' };
    node = place.parent[place.key];
  }
  if (place && place.parent !== root) place.parent[place.key] = structuredClone(value);
}
