import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const sqlDiagnostics = diagnosticRules({
  'sql-syntax': { severity: 'error', about: 'A statement that the database refuses.' },
  'sql-unknown-name': { severity: 'error', about: 'A table, column or function that the database does not have.' },
  'sql-placeholder': { severity: 'error', about: 'A placeholder where no parameter can be, or without an argument.' },
  'sql-not-allowed': { severity: 'error', about: 'A statement that tools cannot run, or more than one statement.' },
  'sql-parameter-type': {
    severity: 'error',
    about: 'An argument whose schema does not match its type in the database.',
  },
  'sql-column-name': { severity: 'error', about: 'A result column without a name, or two with the same name.' },
  'sql-rows': { severity: 'error', about: 'A number of rows that does not match the statement.' },
  'sql-page': { severity: 'error', about: 'Rows that cannot be divided into pages.' },
  'sql-page-key': { severity: 'warning', about: 'Pages by columns that may not be unique: rows can be lost.' },
  'sql-read-only': { severity: 'error', about: 'A statement that writes, in a tool that is declared read-only.' },
  'sql-unchecked': { severity: 'error', about: 'A statement that no database has checked since it changed.' },
  'sql-schema': { severity: 'error', about: 'A schema file that the database refuses.' },
  'sql-database': { severity: 'error', about: 'A database that is unknown, or cannot be reached.' },
  'sql-driver': { severity: 'error', about: 'A missing database driver.' },
  'sql-unused-argument': { severity: 'warning', about: 'An argument that the statement does not use.' },
  'sql-null-argument': { severity: 'warning', about: 'An optional argument whose absence matches no row.' },
});

/** Code of a diagnostic of the feature. */
export type SqlDiagnosticCode = keyof typeof sqlDiagnostics;
