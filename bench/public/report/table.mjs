import { titles } from '../titles.mjs';
import { compareFigures } from './compare-figures.mjs';

const whole = (value) => Math.round(value).toLocaleString('en');
const milliseconds = (value) => value.toFixed(value < 10 ? 2 : 1);
const ratio = (value) => (value === undefined ? '–' : `${value.toFixed(2)}×`);

/** Rows: a title, and the text of a cell from the figures of a server, the limit and SDK v2. */
const rows = [
  ['requests per second', ({ requestsPerSecond }) => whole(requestsPerSecond)],
  ['… relative to SDK v2', (own, _limit, sdk) => ratio(compareFigures(own, sdk, 'requestsPerSecond'))],
  ['CPU per request, µs', ({ cpuMicros }) => whole(cpuMicros)],
  ['… relative to the limit', (own, limit) => ratio(compareFigures(own, limit, 'cpuMicros'))],
  ['tool call, p50; p95; p99 in ms', ({ p50, p95, p99 }) => [p50, p95, p99].map(milliseconds).join('; ')],
  ['p99 relative to SDK v2', (own, _limit, sdk) => ratio(compareFigures(own, sdk, 'p99'))],
  ['memory, mean; peak in MiB', ({ memoryMean, memoryPeak }) => `${whole(memoryMean)}; ${whole(memoryPeak)}`],
  ['errors', ({ errors }) => whole(errors)],
  [
    'cores busy: server; load, Redis and API',
    ({ serverShare, loadShare }) => [serverShare, loadShare].map((share) => share.toFixed(2)).join('; '),
  ],
];

/** Results as a Markdown table, with a column per server. */
export function printTable({ subjects }) {
  const names = Object.keys(subjects);
  const head = ['', ...names.map((name) => titles[name])];
  const body = rows.map(([title, cell]) => [
    title,
    ...names.map((name) => cell(subjects[name], subjects.limit, subjects['sdk-v2'])),
  ]);
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
