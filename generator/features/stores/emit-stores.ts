import type { Model } from '../../core/model/model.js';
import type { RenderTemplate } from '../../core/code/templates.js';

/** The text of `generated/stores.ts`: what processes of the server share. `undefined` when the definition does not say. */
export function emitStores({ server: { stores: kind } }: Model, render: RenderTemplate): string | undefined {
  return kind && render('generated/stores.ts', { kind });
}
