import type { Comparison } from './comparison.js';
import { listAt } from './known-values.js';
import type { Schema } from './schema-world.js';

/** Tells how the items of arrays differ, those with a schema of their own one by one. */
export function compareItems(comparison: Comparison): void {
  const effects = comparison.effectsOf('prefixItems', 'items', 'unevaluatedItems');
  const sides = [comparison.old, comparison.new] as const;
  const length = Math.max(...sides.map((schema) => listAt(schema, 'prefixItems').length));
  for (let index = 0; index <= length; index++) {
    const [old, recent] = sides.map((schema) => {
      const own = listAt(schema, 'prefixItems')[index];
      const steps = own === undefined ? ['items'] : ['prefixItems', String(index)];
      return { schema: (own ?? schema.get('items') ?? true) as Schema, steps };
    });
    const trail = [index < length ? `[${index}]` : '[]'];
    if (old && recent) comparison.compareParts(old, recent, effects, trail);
  }
}
