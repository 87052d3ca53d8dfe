import { diagnosticTable } from '../../dist/generator/core/diagnostics/diagnostic-table.js';
import { clientProfiles } from '../../dist/generator/pipeline/profiles/client-profiles.js';
import { profileRules } from '../../dist/generator/pipeline/profiles/profile-rules.js';
import { rowsOfFeatures } from './by-feature.mjs';

/** Renders the sections that are tables: `diagnostics` and `profile rules`. */
export function renderTables() {
  const codes = { ...diagnosticTable, ...rowsOfFeatures('diagnostics', ({ code, ...row }) => [code, row]) };
  return { diagnostics: renderDiagnostics(codes), 'profile rules': renderProfileRules() };
}

function renderDiagnostics(codes) {
  const rows = Object.entries(codes).map(([code, { severity, about }]) => `| \`${code}\` | ${severity} | ${about} |`);
  return renderTable(['code', 'severity', 'meaning'], rows);
}

/** One row per rule: the clients, each with its source and maximum. */
function renderProfileRules() {
  const rows = Object.entries(profileRules).map(([rule, { adaptation }]) => {
    const clients = clientProfiles.flatMap(({ name, restrictions }) => {
      const restriction = restrictions[rule];
      if (restriction === undefined) return [];
      const { source, severity, max } = restriction;
      return `[${name}](${source})${severity === 'warning' ? '\\*' : ''}${max === undefined ? '' : ` ${max}`}`;
    });
    return `| \`${rule}\` | ${clients.join(', ')} | ${adaptation === undefined ? 'error' : 'adapted'} |`;
  });
  return renderTable(['rule', 'clients', 'with `--profile`'], rows);
}

/** Renders generator/pipeline/profiles/RULES.md: every rule and every setting of each client. */
export function renderProfiles() {
  const rules = Object.entries(profileRules).map(
    ([rule, { about, adaptation }]) =>
      `| \`${rule}\` | ${about} | ${adaptation ?? 'Nothing: change the definition.'} |`,
  );
  const profiles = clientProfiles.map(({ name, title, isOptIn, restrictions }) => {
    const rows = Object.entries(restrictions).map(
      ([rule, { severity, source, ...settings }]) =>
        `| [\`${rule}\`](${source}) | ${severity} | ${showSettings(settings)} |`,
    );
    const note = isOptIn ? ' Checked only when `--profile` names it.' : '';
    return `## ${name}\n\n${title}.${note}\n\n${renderTable(['rule', 'severity', 'setting'], rows)}`;
  });
  return `# Rules of client profiles

<!-- Generated from client-profiles.ts and profile-rules.ts by docs/generate.mjs. -->

Restrictions of clients, documented or reported by October 2026; each rule links to its source. \`{server}\` stands for the name of the server. Usage:
[Connect clients](../../../docs/connect.md).

${renderTable(['rule', 'problem', 'change by `--profile`'], rules)}

${profiles.join('\n\n')}
`;
}

function renderTable(titles, rows) {
  return `| ${titles.join(' | ')} |\n|${' --- |'.repeat(titles.length)}\n${rows.join('\n')}`;
}

function showSettings(settings) {
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        `${name}: ${[value]
          .flat()
          .map((one) => `\`${one}\``)
          .join(', ')}`,
    )
    .join('; ')
    .replaceAll('|', '\\|');
}
