import type { Model } from '../../core/model/model.js';
import type { Anchors } from '../../feature-kit/pages/anchors.js';
import { code, paragraph, text, type SectionBlock } from '../../feature-kit/pages/document.js';
import { parseLine } from '../../feature-kit/pages/parse-text.js';
import { listVariables } from './list-variables.js';

/** Describes the environment variables that a server reads. Returns `[]` if there are none. */
export function describeEnvironment(model: Model, anchors: Anchors): readonly SectionBlock[] {
  const all = listVariables(model).flatMap(({ variables }) => variables);
  if (all.length === 0) return [];
  const rows = all.map(({ name, description, isNeeded, defaultValue }) => [
    [code(name)],
    [text(isNeeded ? 'yes' : 'no')],
    [
      ...parseLine(description),
      ...(defaultValue === undefined || defaultValue === '' ? [] : [text(' Default: '), code(defaultValue), text('.')]),
    ],
  ]);
  const blocks = [
    ...paragraph(text('The operator of the server sets them, for example in the file '), code('.env'), text('.')),
    { kind: 'table' as const, head: ['Variable', 'Required', 'Meaning'], rows },
  ];
  const id = anchors.give('section', 'environment');
  return [{ kind: 'section', id, heading: [text('Environment variables')], blocks }];
}
