import { figures, formatFigure } from './figures.mjs';
import { findFigure } from './find-figure.mjs';

/** Renders the tables of the performance page by section name. Cells without a measurement are empty. */
export function renderSections(report) {
  return {
    machine: `Version ${report.version}, measured on ${report.date} with Node ${report.node} on ${report.processor}, ${report.memory}.`,
    calls: renderMatrix(report, callRows, callColumns, ['processor', 'ratio']),
    kept: renderScenarios(report, ['http-kept-100', 'http-kept-1000'], ['processor', 'ratio']),
    latency: renderScenarios(report, ['stdio-one'], ['p50', 'p50Ratio', 'p99']),
    starts: renderMatrix(report, startRows, startColumns, ['wall', 'wallRatio']),
    'start-processor': renderMatrix(report, startRows, startColumns, ['whole', 'wholeRatio']),
    memory: renderTable(['', ...memoryColumns.map(([title]) => title)], listMemory(report)),
    growth: renderScenarios(report, growthScenarios, growthFigures),
    sizes: renderScenarios(
      report,
      ['loaded-bytes', 'footprint', 'new-project', 'new-project-install'],
      ['packages', 'files', 'bytes'],
    ),
    generator: renderScenarios(report, ['generate', 'type-check'], ['wall', 'wallRatio', 'spent', 'perTool']),
    forwarding: renderScenarios(report, ['forward-get', 'forward-post'], ['processor', 'ratio', 'p50']),
    frameworks: renderScenarios(
      report,
      ['frameworks-stdio', 'frameworks-http', 'frameworks-openapi'],
      ['processor', 'ratio', 'perSecond', 'loaded'],
    ),
    goals: renderTable(['goal', 'of', 'at most', 'measured', ''], listGoals(report)),
  };
}

const growthScenarios = `
  growth-calls growth-http growth-list growth-read growth-page growth-templates growth-subscriptions-modern
  growth-subscriptions-legacy growth-tasks-memory growth-tasks-sqlite growth-tasks-redis durable-tasks`
  .trim()
  .split(/\s+/u);

const growthFigures = `
  processor ratio perMegabyte perNotification perNotificationRatio create createRatio read readRatio cancel cancelRatio
  commands redis tasksPerSecond each stored`
  .trim()
  .split(/\s+/u);

const callRows = [
  ['stdio, `echo`', 'stdio-echo'],
  ['stdio, `echo`, progress tokens', 'stdio-progress'],
  ['stdio, `add`, structured', 'stdio-add'],
  ['stdio, eight arguments, 100 tools', 'stdio-realistic'],
  ['stdio, one in flight', 'stdio-one'],
  ['stdio, 1 MB there and back', 'stdio-large'],
  ['stdio, `tools/list`, 100 tools', 'stdio-list-100'],
  ['stdio, `tools/list`, 1,000 tools', 'stdio-list-1000'],
  ['HTTP, `add`, 32 connections', 'http-add'],
  ['HTTP, `tools/list`, 100 tools', 'http-list-100'],
  ['HTTP, `tools/list`, 1,000 tools', 'http-list-1000'],
];

const callColumns = [
  ['limit', 'limit, legacy'],
  ['limit, modern', 'limit, modern'],
  ['**ours**', 'ours, legacy'],
  ['**ours, modern**', 'ours, modern'],
  ['SDK v1', 'sdk-v1, legacy'],
  ['SDK v2', 'sdk-v2, legacy'],
  ['SDK v2, modern', 'sdk-v2, modern'],
  ['fastmcp', 'fastmcp, legacy'],
];

const startRows = [
  ['2 tools', 'start-2'],
  ['100 tools', 'start-100'],
  ['1,000 tools', 'start-1000'],
];

const startColumns = [
  ['`node -e 0`', 'node -e 0'],
  ['limit', 'limit'],
  ['**ours**', 'ours'],
  ['SDK v1', 'sdk-v1'],
  ['bundled', 'sdk-v1, bundled'],
  ['SDK v2', 'sdk-v2'],
  ['bundled', 'sdk-v2, bundled'],
  ['fastmcp', 'fastmcp'],
  ['bundled', 'fastmcp, bundled'],
];

const memoryColumns = [
  ['limit', 'limit'],
  ['**ours**', 'ours'],
  ['SDK v1', 'sdk-v1'],
  ['SDK v2', 'sdk-v2'],
  ['fastmcp', 'fastmcp'],
];

/** Renders one scenario per row and one subject per column; a cell shows a figure and its ratio. */
function renderMatrix(report, rows, columns, [figure, ratio]) {
  const body = rows.map(([title, scenario]) => [
    title,
    ...columns.map(([, subject]) => {
      const value = findFigure(report, scenario, subject, figure);
      if (value === undefined) return '';
      return `${formatFigure(figure, value)} (${formatFigure(ratio, findFigure(report, scenario, subject, ratio))})`;
    }),
  ]);
  return renderTable(['', ...columns.map(([title]) => title)], body);
}

function listMemory(report) {
  const rows = ['stdio', 'http'].flatMap((way) => [
    [`${way}, idle, 2 tools`, `memory-${way}`, '2 tools', 'idle'],
    [`${way}, idle, 1,000 tools`, `memory-${way}`, '1,000 tools', 'idle'],
    [`${way}, after many calls`, `memory-${way}`, '2 tools', 'loaded'],
  ]);
  return rows.map(([title, scenario, size, figure]) => [
    title.replace(/^http/u, 'HTTP'),
    ...memoryColumns.map(([, server]) => show(figure, findFigure(report, scenario, `${server}, ${size}`, figure))),
  ]);
}

/** Renders whole scenarios one after another, with the wanted figures that they have. */
function renderScenarios(report, names, wanted) {
  const chosen = report.scenarios.filter(({ name }) => names.includes(name));
  if (chosen.length === 0) return '_Not in these results._';
  return chosen
    .map(({ title, rows }) => {
      const columns = wanted.filter((figure) => rows.some((row) => row.figures[figure] !== undefined));
      const body = rows.map(({ subject, figures: values }) => [
        subject,
        ...columns.map((figure) => show(figure, values[figure])),
      ]);
      return renderTable([title, ...columns.map((figure) => figures[figure].title)], body);
    })
    .join('\n\n');
}

function listGoals(report) {
  return report.scenarios.flatMap(({ title, rows }) =>
    rows.flatMap(({ subject, figures: values, goals = [] }) =>
      goals.map(({ figure, atMost, isMet }) => [
        title,
        `${subject}: ${figures[figure].title}`,
        formatFigure(figure, atMost),
        formatFigure(figure, values[figure]),
        isMet ? 'met' : '**not met**',
      ]),
    ),
  );
}

function show(figure, value) {
  return value === undefined ? '' : formatFigure(figure, value);
}

function renderTable(head, body) {
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...body];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
