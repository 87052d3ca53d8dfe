import { diagnosticTable } from '../../dist/generator/core/diagnostics/diagnostic-table.js';
import { clientProfiles } from '../../dist/generator/pipeline/profiles/client-profiles.js';
import { profileRules } from '../../dist/generator/pipeline/profiles/profile-rules.js';
import { rowsOfFeatures } from './by-feature.mjs';

/** Renders the sections that are tables: `diagnostics`, `profile rules` and `profiles`. */
export function renderTables() {
  const codes = { ...diagnosticTable, ...rowsOfFeatures('diagnostics', ({ code, ...row }) => [code, row]) };
  return {
    diagnostics: renderDiagnostics(codes),
    'profile rules': renderProfileRules(profileRules),
    profiles: renderProfiles(clientProfiles),
  };
}

function renderDiagnostics(codes) {
  const rows = Object.entries(codes).map(([code, { severity, about }]) => `| \`${code}\` | ${severity} | ${about} |`);
  return `| code | severity | |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function renderProfileRules(rules) {
  const rows = Object.entries(rules).map(
    ([rule, { about, adaptation }]) => `| \`${rule}\` | ${about} | ${adaptation ?? 'No: change the definition.'} |`,
  );
  return `| rule | | adapted by \`--profile\` |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

/** One row per restriction; the name of an opt-in profile has an asterisk. */
function renderProfiles(profiles) {
  const rows = profiles.flatMap(({ name, isOptIn, restrictions }) =>
    Object.entries(restrictions).map(
      ([rule, { severity, source, ...settings }]) =>
        `| \`${name}\`${isOptIn ? ' \\*' : ''} | [\`${rule}\`](${source}) | ${severity} | ${showSettings(settings)} |`,
    ),
  );
  return `| profile | rule | severity | |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
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
