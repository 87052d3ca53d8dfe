import { createHash } from 'node:crypto';
import { stringLiteral } from '../code/escape.js';
import type { RenderTemplate } from '../code/templates.js';
import type { Model } from '../model/model.js';
import { noFacts } from '../package-facts/public-facts.js';
import { printServerCard } from '../package-facts/server-card.js';

/** The text of `generated/card.ts`: the card that the server serves. `undefined` for a server without one. */
export function emitCard(model: Model, render: RenderTemplate): string | undefined {
  if (model.server.hasCard !== true) return undefined;
  const text = printServerCard({ model, facts: model.package ?? noFacts });
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, digestLength);
  return render('generated/card.ts', { digest: stringLiteral(digest), lines: text.split('\n').map(stringLiteral) });
}

/** 132 bits: two cards never have the same. */
const digestLength = 22;
