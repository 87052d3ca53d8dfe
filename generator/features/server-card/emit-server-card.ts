import { serverCardPart } from './server-card-part.js';
import { createHash } from 'node:crypto';
import { stringLiteral } from '../../core/code/escape.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import type { Model } from '../../core/model/model.js';
import { packagePart } from '../package/package-part.js';
import { noFacts } from '../package/public-facts.js';
import { printServerCard } from './print-server-card.js';

/** Emits `generated/server-card.ts`, which contains the server card. Returns `undefined` if the server has no card. */
export function emitServerCard(model: Model, render: RenderTemplate): string | undefined {
  if (!serverCardPart.of(model)) return undefined;
  const text = printServerCard({ model, facts: packagePart.of(model) ?? noFacts });
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, digestLength);
  return render('generated/server-card.ts', {
    digest: stringLiteral(digest),
    lines: text.split('\n').map(stringLiteral),
  });
}

/** 132 bits, enough for digests to be unique. */
const digestLength = 22;
