import { code, paragraph, text, type Block, type Line, type SectionBlock } from '../../feature-kit/pages/document.js';
import { printHtml } from '../../outputs/site/print-html.js';
import type { ModelReport, ReplayReport, ReportedMode } from './evaluation-report.js';
import { listFigures } from './list-figures.js';

/** Prints a report as one HTML page. All text is escaped. */
export function printHtmlReport(report: ModelReport | ReplayReport): string {
  return report.kind === 'model' ? printModelPage(report) : printReplayPage(report);
}

function printModelPage({ model, responses, modes, tokens, cost, stopped, failures }: ModelReport): string {
  const spent = `${tokens} tokens${cost === undefined ? '' : `, ${cost.toFixed(4)} USD`}`;
  const problems = [...failures, ...(stopped === undefined ? [] : [`Stopped: ${stopped}`])];
  return printHtml({
    title: `Evaluation with ${model}`,
    summary: '',
    intro: [
      ...paragraph(text(`${responses === 'mock' ? 'Mocked results' : 'Live server'}, ${spent}.`)),
      ...listOf(problems),
    ],
    sections: modes.map(describeMode),
  });
}

function describeMode({ mode, tools, questions, figures }: ReportedMode): SectionBlock {
  const rows = questions.map(({ ask, runs }): readonly Line[] => [
    [text(ask)],
    [text(`${runs.filter(({ passed }) => passed).length} of ${runs.length}`)],
    [text([...new Set(runs.flatMap(({ reasons }) => reasons))].join('; '))],
  ]);
  return {
    kind: 'section',
    id: mode,
    heading: [text(`Mode ${mode}`)],
    blocks: [
      ...paragraph(text(`${tools.count} tools, ${tools.tokens} tokens.`)),
      {
        kind: 'table',
        head: ['Figure', 'Value'],
        rows: listFigures(figures).map((row) => row.map((cell) => [text(cell)])),
      },
      { kind: 'table', head: ['Question', 'Passed', 'Reasons'], rows },
    ],
  };
}

function printReplayPage({ files, runs, misfits, notes, missing }: ReplayReport): string {
  const rows = misfits.map(({ file, question, reason }): readonly Line[] => [
    [text(question)],
    [code(file)],
    [text(reason)],
  ]);
  const sections: readonly SectionBlock[] = [
    { kind: 'section', id: 'misfits', heading: [text('What no longer fits')], blocks: tableOf(rows) },
    {
      kind: 'section',
      id: 'notes',
      heading: [text('Notes')],
      blocks: listOf([...notes, ...missing.map((ask) => `No recording: ${ask}`)]),
    },
  ];
  return printHtml({
    title: 'Replay of recordings',
    summary: '',
    intro: paragraph(text(`${runs} runs of ${files.length} recordings.`)),
    sections,
  });
}

function tableOf(rows: readonly (readonly Line[])[]): readonly Block[] {
  return rows.length === 0
    ? paragraph(text('Nothing.'))
    : [{ kind: 'table', head: ['Question', 'Recording', 'Reason'], rows }];
}

function listOf(items: readonly string[]): readonly Block[] {
  return items.length === 0 ? [] : [{ kind: 'list', items: items.map((item) => [text(item)]) }];
}
