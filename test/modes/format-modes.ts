import { tokenEstimate } from '../../generator/outputs/inspect/estimate-tokens.js';
import type { Mode, ModeServer, Played } from './play-task.js';
import type { Task } from './task.js';

/** Costs of one API in one mode. */
export interface ModeReport {
  readonly api: string;
  readonly mode: Mode;
  readonly tools: number;
  /** Tokens of the list of tools. */
  readonly listed: number;
  readonly played: readonly (Played & { readonly task: string })[];
}

/** Puts the results of the tasks of an API together with the size of the list of its tools. */
export function reportMode(
  { api, mode, tools }: ModeServer,
  tasks: readonly Task[],
  results: readonly Played[],
): ModeReport {
  return {
    api,
    mode,
    tools: tools.length,
    listed: tools.reduce((sum, tool) => sum + tokenEstimate.count(JSON.stringify(tool)), 0),
    played: results.map((result, index) => ({ task: tasks[index]?.name ?? '', ...result })),
  };
}

const columns = [64, 9, 6, 9, 8, 7];

/** Table of all tasks, then of the sums by API and mode, then the reasons of tasks that are not done. */
export function formatModes(reports: readonly ModeReport[]): string {
  const rows = reports.flatMap(({ played }) => played);
  const names = [...new Set(rows.map(({ task }) => task))];
  const details = names.flatMap((name) =>
    rows
      .filter(({ task }) => task === name)
      .map((row, index) =>
        formatRow([index === 0 ? name : '', row.mode, row.turns, row.read, row.written, state(row)]),
      ),
  );
  const sums = reports.map(({ api, mode, tools, listed, played }) => {
    const sum = (key: 'turns' | 'read' | 'written'): number => played.reduce((total, row) => total + row[key], 0);
    const done = played.filter(({ problem }) => problem === undefined).length;
    const label = `${api}: ${tools} tools, ${listed.toLocaleString('en')} tokens listed`;
    return formatRow([label, mode, sum('turns'), sum('read'), sum('written'), `${done}/${played.length}`]);
  });
  const notes = rows.flatMap(({ mode, task, problem, missed }) => [
    ...(problem === undefined ? [] : [`- ${mode}, ${task}: ${problem.slice(0, 600)}`]),
    ...(missed.length === 0 ? [] : [`- ${mode}, ${task}: the search did not find ${missed.join(', ')}`]),
  ]);
  const head = ['mode', 'turns', 'read', 'written', 'done'];
  const blocks = [[formatRow(['task', ...head]), ...details], [formatRow(['all tasks', ...head]), ...sums], notes];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function state({ problem, missed }: Played): string {
  if (problem !== undefined) return 'no';
  return missed.length === 0 ? 'yes' : 'yes*';
}

function formatRow(cells: readonly (string | number)[]): string {
  const texts = cells.map((cell, index) => {
    const text = typeof cell === 'number' ? cell.toLocaleString('en') : cell;
    return typeof cell === 'number' ? text.padStart(columns[index] ?? 0) : text.padEnd(columns[index] ?? 0);
  });
  return texts.join(' ').trimEnd();
}
