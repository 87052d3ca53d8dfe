import { formatFigure } from './figures.mjs';
import { findFigure } from './find-figure.mjs';

const width = 820;
const margin = 12;
const labelWidth = 200;
const valueWidth = 100;
const barHeight = 16;
const step = 22;

const panels = [
  {
    title: 'tools/call on stdio, 64 in flight: CPU time per call',
    scenario: 'stdio-add',
    figure: 'processor',
    suffix: ', legacy',
  },
  {
    title: 'tools/call over HTTP, 32 connections: CPU time per call',
    scenario: 'http-add',
    figure: 'processor',
    suffix: ', legacy',
  },
  {
    title: 'tools/list of 100 tools on stdio: CPU time per list',
    scenario: 'stdio-list-100',
    figure: 'processor',
    suffix: ', legacy',
  },
  { title: 'Start to the first tools/list, 100 tools', scenario: 'start-100', figure: 'wall', suffix: '' },
];

const servers = [
  ['limit', 'written by hand, no checks'],
  ['ours', 'create-mcp-from-schema'],
  ['sdk-v1', 'official SDK, v1'],
  ['sdk-v2', 'official SDK, v2'],
  ['fastmcp', 'fastmcp'],
];

/** Draws the chart of the README as SVG: four bar charts, each with its own scale. */
export function drawChart(report) {
  let top = 8;
  const parts = [];
  for (const { title, scenario, figure, suffix } of panels) {
    const bars = servers
      .map(([server, label]) => ({ server, label, value: findFigure(report, scenario, `${server}${suffix}`, figure) }))
      .filter(({ value }) => value !== undefined);
    if (bars.length === 0) continue;
    const most = Math.max(...bars.map(({ value }) => value));
    parts.push(`<text class="title" x="${margin}" y="${top + 14}">${title}</text>`);
    top += 24;
    for (const { server, label, value } of bars) {
      const length = Math.max(1, (value / most) * (width - labelWidth - valueWidth - margin)).toFixed(1);
      const shown = formatFigure(figure, value);
      parts.push(
        `<text x="${labelWidth - 8}" y="${top + 12}" text-anchor="end">${label}</text>`,
        `<rect class="${server === 'ours' ? 'ours' : 'other'}" x="${labelWidth}" y="${top}" width="${length}" height="${barHeight}" rx="2"/>`,
        `<text x="${(labelWidth + Number(length) + 6).toFixed(1)}" y="${top + 12}">${shown}</text>`,
      );
      top += step;
    }
    top += 14;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" role="img" aria-label="What calls, lists and starts cost">`,
    `<style>${style}</style>`,
    `<rect class="page" width="${width}" height="${top}" rx="6"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

const style = [
  'text{font:12px system-ui,sans-serif;fill:#24292f}',
  '.title{font-weight:600;font-size:13px}',
  // An SVG image cannot see the colors of its page, so it draws its own background.
  '.page{fill:#fff}',
  '.ours{fill:#2f81f7}',
  '.other{fill:#8b949e}',
  '@media (prefers-color-scheme:dark){text{fill:#d1d7e0}.page{fill:#151b23}}',
].join('');
