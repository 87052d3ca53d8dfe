import { countOf, createPaint, visible, type Paint } from '../../core/diagnostics/format-diagnostics.js';
import { rankings } from '../../features/questions/questions-part.js';
import { formatNumber, formatTable } from '../inspect/format-table.js';
import type { Comparison } from './compare-rankings.js';
import type { CheckedThreshold, Evaluation } from './evaluate-model.js';
import type { MeasuredQuestion } from './measure-questions.js';

/** Maximum number of questions, pairs of tools and names that are listed. Others are only counted. */
const maxQuestions = 20;
const maxPairs = 10;
const maxNames = 8;

/** Formats an evaluation as text. */
export function formatEvaluation(evaluation: Evaluation, options: { readonly color: boolean }): string {
  const paint = createPaint(options.color);
  const { thresholds, server, questions, tools } = evaluation;
  const asked = tools.count - tools.withoutQuestions.length;
  return [
    `${visible(server)}: ${countOf(questions.length, 'question')} for ${asked} of ${countOf(tools.count, 'tool')}\n`,
    formatFigures(evaluation),
    formatMissed(questions),
    formatConfusions(evaluation),
    formatForbidden(questions),
    formatOverlaps(evaluation),
    formatComparison(evaluation.comparison, paint),
    formatNotes(evaluation),
    thresholds.map((threshold) => formatThreshold(threshold, paint)).join(''),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Formats a share as a percentage, rounded down, so that a figure below its minimum never looks equal to it. */
export function formatShare(share: number): string {
  return `${(Math.floor(share * 1000 + 1e-9) / 10).toFixed(1).replace(/\.0$/u, '')}%`;
}

/** Formats a minimum as a percentage. */
export function formatMinimum(minimum: number): string {
  return `${Number((minimum * 100).toFixed(4))}%`;
}

function formatFigures({ rankings: figures }: Evaluation): string {
  const rows = rankings.map((ranking) => {
    const { first, firstFive, allInFirstFive, notFound } = figures[ranking];
    return [ranking, ...[first, firstFive, allInFirstFive].map(formatShare), formatNumber(notFound)];
  });
  return formatTable([['ranking', 'first', 'first five', 'all in first five', 'not found'], ...rows], 1);
}

function formatMissed(questions: readonly MeasuredQuestion[]): string {
  const missed = questions.filter(({ ranks }) => rankings.some((ranking) => ranks[ranking].rank !== 1));
  if (missed.length === 0) return '';
  const rows = missed
    .slice(0, maxQuestions)
    .map(({ ask, tools, ranks }) => [
      shorten(ask),
      visible(tools.join(', ')),
      ...rankings.map((ranking) => String(ranks[ranking].rank ?? '-')),
    ]);
  const more = formatMore(missed.length - maxQuestions, 'question');
  return `Rank of the right tool, where it is not always the first\n\n${formatTable([['question', 'tools', ...rankings], ...rows], 2)}${more}`;
}

const maxQuestionLength = 60;

/** Returns untrusted text on one line, with a maximum length. */
export function shorten(text: string): string {
  const line = visible(text.replace(/\s+/gu, ' ').trim());
  return line.length <= maxQuestionLength ? line : `${line.slice(0, maxQuestionLength - 1)}…`;
}

function formatMore(count: number, noun: string): string {
  return count > 0
    ? `… and ${formatNumber(count)} more ${noun}${count === 1 ? '' : 's'}; --format json lists all\n`
    : '';
}

function formatConfusions({ confusions }: Evaluation): string {
  if (confusions.length === 0) return '';
  const lines = confusions
    .slice(0, maxPairs)
    .map(
      ({ tool, mistakenFor, ranking, count, of }) =>
        `  ${visible(tool)} is mistaken for ${visible(mistakenFor)} in ${count} of ${of} (${ranking})\n`,
    );
  return `Confusions\n${lines.join('')}${formatMore(confusions.length - maxPairs, 'confusion')}`;
}

/** Lists the questions for which a tool that must not be called ranks before the right one. */
function formatForbidden(questions: readonly MeasuredQuestion[]): string {
  const lines = questions.flatMap(({ ask, ranks }) =>
    rankings.flatMap((ranking) => {
      const { forbidden } = ranks[ranking];
      return forbidden.map((name) => `  ${visible(name)} (${ranking}): ${shorten(ask)}\n`);
    }),
  );
  if (lines.length === 0) return '';
  const more = formatMore(lines.length - maxPairs, 'tool');
  return `Tools that must not be called, but rank before the right one\n${lines.slice(0, maxPairs).join('')}${more}`;
}

function formatOverlaps({ overlaps: { pairs, isComplete } }: Evaluation): string {
  if (pairs.length === 0) return '';
  const lines = pairs
    .slice(0, maxPairs)
    .map(
      ({ tools: [one, other], similarity }) => `  ${visible(one)} and ${visible(other)}: ${formatShare(similarity)}\n`,
    );
  const limit = isComplete ? '' : 'There are too many similar descriptions to compare all.\n';
  return `Descriptions that nearly say the same\n${lines.join('')}${formatMore(pairs.length - maxPairs, 'pair')}${limit}`;
}

function formatComparison(comparison: Comparison | undefined, paint: Paint): string {
  if (!comparison) return '';
  const { with: label, compared, newQuestions, figures, changes } = comparison;
  const changed = figures.filter(({ before, after }) => before !== after);
  const figureLines = changed.map(({ ranking, figure, before, after }) => {
    const line = `${ranking}.${figure}: ${formatShare(before)} → ${formatShare(after)}`;
    return `  ${paint(after < before ? 'red' : 'green', line)}\n`;
  });
  const questionLines = changes.slice(0, maxQuestions).map(({ ask, ranking, change, before, after }) => {
    return `  ${change} ${before ?? '-'} → ${after ?? '-'} (${ranking}): ${shorten(ask)}\n`;
  });
  const fresh = newQuestions.length === 0 ? '' : `; ${countOf(newQuestions.length, 'question')} about new tools`;
  return [
    `Compared with ${visible(label)}: ${countOf(compared, 'question')}${fresh}\n`,
    ...(changed.length === 0 ? ['  No figure changed.\n'] : figureLines),
    ...questionLines,
    formatMore(changes.length - maxQuestions, 'change'),
  ].join('');
}

function formatNotes({ tools }: Evaluation): string {
  const { count, listed, tokens, tokenizer, withoutQuestions: unasked, unreachable } = tools;
  const counted = tokenizer === 'estimate' ? 'estimated' : `counted by ${tokenizer}`;
  const size = `${countOf(listed, 'listed tool')}, ${formatNumber(tokens)} tokens (${counted})\n`;
  const dead =
    unreachable.length === 0
      ? ''
      : `Questions name tools that a model cannot call, so no ranking finds them: ${listNames(unreachable)}\n`;
  if (unasked.length === 0) return size + dead;
  return `${size}${dead}${formatNumber(unasked.length)} of ${countOf(count, 'tool')} ${unasked.length === 1 ? 'has' : 'have'} no questions: ${listNames(unasked)}\n`;
}

function listNames(all: readonly string[]): string {
  const names = all.slice(0, maxNames).map(visible).join(', ');
  return all.length > maxNames ? `${names}, … and ${formatNumber(all.length - maxNames)} more` : names;
}

function formatThreshold(
  { ranking, figure, minimum, actual, isMet, questions }: CheckedThreshold,
  paint: Paint,
): string {
  const figures = `${ranking}.${figure} is ${formatShare(actual)}; the minimum is ${formatMinimum(minimum)}`;
  if (isMet) return `${paint('green', 'ok')}: ${figures}\n`;
  const reasons = questions.slice(0, maxQuestions).map((ask) => `  ${shorten(ask)}\n`);
  return `${paint('red', 'error')}: ${figures}. Questions:\n${reasons.join('')}${formatMore(questions.length - maxQuestions, 'question')}`;
}
