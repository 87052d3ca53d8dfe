import { findFigure } from './find-figure.mjs';

/** Sentences with figures, by file and by the name of the place that each has there. */
export function renderSentences(report) {
  const ratio = (scenario, subject) => findFigure(report, scenario, subject, 'ratio');
  const times = (scenario) => Math.round(ratio(scenario, 'sdk-v2, legacy') / ratio(scenario, 'ours, legacy'));
  const spent = (subject) => findFigure(report, 'http-auth', subject, 'processor');
  const [bare, guarded] = [spent('without auth, legacy'), spent('with auth, legacy')];
  const wall = (subject) => findFigure(report, 'start-2', subject, 'wall');
  return {
    'README.md': {
      speed: `Version ${report.version} needs ${times('stdio-echo')} times less CPU for a call on stdio than the official SDK v2, and ${times('http-add')} times less over HTTP. A server with two tools answers its first \`tools/list\` ${Math.round(wall('ours') - wall('node -e 0'))} ms after a bare Node process has ended`,
    },
    'docs/authorization.md': {
      auth: `In version ${report.version} a call with a remembered token takes ${(guarded / bare).toFixed(1)} times the CPU time of the same call without \`auth\`, ${Math.round(guarded - bare)} µs more`,
    },
  };
}
