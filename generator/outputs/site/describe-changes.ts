import { clientSeverities, type ClientSeverity } from '../../feature-kit/changes/change-rules.js';
import type { Subject } from '../../feature-kit/changes/change.js';
import type { DiffReport, ReportedChange } from '../diff/diff-report.js';
import type { Anchors } from '../../feature-kit/pages/anchors.js';
import { code, paragraph, text, type Line, type SectionBlock } from '../../feature-kit/pages/document.js';
import { parseLine } from '../../feature-kit/pages/parse-text.js';

/** Maximum number of changes listed per severity. */
const maxChanges = 200;

const titles: { readonly [severity in ClientSeverity]: string } = {
  breaking: 'Breaks clients',
  'may-break': 'May break clients',
  compatible: 'Compatible with clients',
  documentation: 'Documentation',
};

/** Describes the changes since an earlier version, by severity for clients. */
export function describeChanges(report: DiffReport, anchors: Anchors): SectionBlock {
  const { changes, old } = report;
  const groups = clientSeverities.flatMap((severity): SectionBlock[] => {
    const sameSeverity = changes.filter(({ clients }) => clients === severity);
    if (sameSeverity.length === 0) return [];
    const items = sameSeverity.slice(0, maxChanges).map(describeChange);
    const left = sameSeverity.length - maxChanges;
    return [
      {
        kind: 'section',
        id: anchors.give('changes', severity),
        heading: [text(titles[severity])],
        blocks: [{ kind: 'list', items }, ...(left > 0 ? paragraph(text(`And ${left} more.`)) : [])],
      },
    ];
  });
  const blocks = groups.length === 0 ? paragraph(text('Nothing changed.')) : groups;
  const heading = [text('Changes since '), code(old.label)];
  return { kind: 'section', id: anchors.give('section', 'changes'), heading, isOneLink: true, blocks };
}

function describeChange({ subject, message, alsoIn = [] }: ReportedChange): Line {
  const also = alsoIn.length === 0 ? [] : [text(` (also in ${alsoIn.length} more places)`)];
  return [...describeSubject(subject), text(': '), ...parseLine(message), ...also];
}

function describeSubject({ kind, name, part, path }: Subject): Line {
  const noun = kind === 'resourceTemplate' ? 'template' : kind;
  const whole: Line = kind === 'server' ? [text(noun)] : [text(`${noun} `), code(name)];
  const place = [part, path].filter((word) => word !== undefined && word !== '').join(' ');
  return place === '' ? whole : [...whole, text(`, ${place}`)];
}
