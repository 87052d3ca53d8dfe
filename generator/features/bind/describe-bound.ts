import type { Model } from '../../core/model/model.js';
import type { Anchors } from '../../feature-kit/pages/anchors.js';
import { code, paragraph, text, type SectionBlock } from '../../feature-kit/pages/document.js';
import { listBound, needsRequest, showSource, type BoundArgumentModel } from './bind-part.js';

/** Describes the arguments that the server sets. Returns `[]` if there are none. */
export function describeBound(model: Model, anchors: Anchors): readonly SectionBlock[] {
  const rows = listBound(model).map(({ bound, owner }) => [
    [code(owner)],
    [code(bound.name)],
    [text(showSource(bound.source))],
    [text(describeStdio(bound))],
  ]);
  if (rows.length === 0) return [];
  const blocks = [
    ...paragraph(text('The server sets these arguments. Clients neither see nor send them.')),
    { kind: 'table' as const, head: ['Entry', 'Argument', 'Source', 'On stdio'], rows },
  ];
  return [
    { kind: 'section', id: anchors.give('section', 'bound-arguments'), heading: [text('Bound arguments')], blocks },
  ];
}

function describeStdio({ source, stdio }: BoundArgumentModel): string {
  if (stdio) return showSource(stdio);
  return needsRequest(source) ? 'not available' : 'the same';
}
