import { rankings } from '../../features/questions/questions-part.js';
import {
  code,
  listCodes,
  paragraph,
  text,
  type Block,
  type Line,
  type SectionBlock,
} from '../../feature-kit/pages/document.js';
import { printHtml } from '../site/print-html.js';
import type { Comparison } from './compare-rankings.js';
import type { Evaluation } from './evaluate-model.js';
import { formatMinimum, formatShare } from './format-evaluation.js';

/** Prints an evaluation as one HTML file without scripts or external resources. */
export function printEvaluationPage(evaluation: Evaluation): string {
  const { server, tools, questions } = evaluation;
  const asked = tools.count - tools.withoutQuestions.length;
  const summary = `${questions.length} questions for ${asked} of ${tools.count} tools; ${tools.listed} listed tools with ${tools.tokens} tokens`;
  return printHtml({
    title: `Evaluation of ${server}`,
    summary,
    intro: paragraph(text(`${summary}.`)),
    sections: [
      describeFigures(evaluation),
      describeThresholds(evaluation),
      ...(evaluation.comparison ? [describeComparison(evaluation.comparison)] : []),
      describeQuestions(evaluation),
      describeConfusions(evaluation),
      describeOverlaps(evaluation),
      section('without-questions', 'Tools without questions', [...paragraph(...listCodes(tools.withoutQuestions))]),
    ].filter(({ blocks }) => blocks.length > 0),
  });
}

function section(id: string, heading: string, blocks: readonly Block[]): SectionBlock {
  return { kind: 'section', id, heading: [text(heading)], blocks };
}

function table(head: readonly string[], rows: readonly (readonly Line[])[]): readonly Block[] {
  return rows.length === 0 ? [] : [{ kind: 'table', head, rows }];
}

function cell(value: string | number | null): Line {
  return [text(String(value ?? '–'))];
}

function describeFigures({ rankings: figures }: Evaluation): SectionBlock {
  const rows = rankings.map((ranking) => {
    const { first, firstFive, allInFirstFive, notFound } = figures[ranking];
    return [
      [code(ranking)],
      ...[first, firstFive, allInFirstFive].map((share) => cell(formatShare(share))),
      cell(notFound),
    ];
  });
  return section(
    'figures',
    'Figures',
    table(['ranking', 'first', 'first five', 'all in first five', 'not found'], rows),
  );
}

function describeThresholds({ thresholds }: Evaluation): SectionBlock {
  const rows = thresholds.map(({ ranking, figure, minimum, actual, isMet }) => [
    [code(`${ranking}.${figure}`)],
    cell(formatMinimum(minimum)),
    cell(formatShare(actual)),
    cell(isMet ? 'met' : 'not met'),
  ]);
  return section('minimums', 'Minimums', table(['figure', 'minimum', 'actual', 'result'], rows));
}

function describeComparison({ with: label, figures, changes }: Comparison): SectionBlock {
  const figureRows = figures.map(({ ranking, figure, before, after }) => [
    [code(`${ranking}.${figure}`)],
    cell(formatShare(before)),
    cell(formatShare(after)),
  ]);
  const changeRows = changes.map(({ ask, ranking, change, before, after }) => [
    cell(ask),
    [code(ranking)],
    cell(change),
    cell(before),
    cell(after),
  ]);
  return section('comparison', `Compared with ${label}`, [
    ...table(['figure', 'before', 'after'], figureRows),
    ...table(['question', 'ranking', 'change', 'before', 'after'], changeRows),
  ]);
}

function describeQuestions({ questions }: Evaluation): SectionBlock {
  const rows = questions.map(({ ask, tools, ranks }) => [
    cell(ask),
    listCodes(tools),
    ...rankings.map((ranking) => cell(ranks[ranking].rank)),
  ]);
  return section('questions', 'Ranks of the right tools', table(['question', 'tools', ...rankings], rows));
}

function describeConfusions({ confusions }: Evaluation): SectionBlock {
  const rows = confusions.map(({ tool, mistakenFor, ranking, count, of }) => [
    [code(tool)],
    [code(mistakenFor)],
    [code(ranking)],
    cell(`${count} of ${of}`),
  ]);
  return section('confusions', 'Confusions', table(['tool', 'mistaken for', 'ranking', 'questions'], rows));
}

function describeOverlaps({ overlaps: { pairs } }: Evaluation): SectionBlock {
  const rows = pairs.map(({ tools: [one, other], similarity }) => [
    [code(one)],
    [code(other)],
    cell(formatShare(similarity)),
  ]);
  return section(
    'overlaps',
    'Descriptions that nearly say the same',
    table(['tool', 'other tool', 'similarity'], rows),
  );
}
