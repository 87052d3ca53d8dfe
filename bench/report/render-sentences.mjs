import { findFigure } from './find-figure.mjs';

/** Renders sentences with figures, by file and section name. */
export function renderSentences(report) {
  const ratio = (scenario, subject) => findFigure(report, scenario, subject, 'ratio');
  const times = (scenario) => Math.round(ratio(scenario, 'sdk-v2, legacy') / ratio(scenario, 'ours, legacy'));
  const spent = (subject) => findFigure(report, 'http-auth', subject, 'processor');
  const [bare, guarded] = [spent('without auth, legacy'), spent('with auth, legacy')];
  return {
    'README.md': {
      speed: `A small \`tools/call\` on stdio takes ${times('stdio-echo')} times less CPU than with the official SDK v2, ${times('stdio-one')} times less with one request at a time, and ${times('http-add')} times less over HTTP (version ${report.version}).`,
    },
    'docs/authentication.md': {
      auth: `In version ${report.version} a call with a remembered token takes ${(guarded / bare).toFixed(1)} times the CPU time of the same call without \`auth\`, ${Math.round(guarded - bare)} µs more`,
    },
  };
}
