import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import type { Diagnostic, Help } from '../../core/diagnostics/diagnostic.js';
import { entriesOf, entryOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { parseTemplate } from '../../core/uri/parse-template.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { kindOf } from './databases.js';
import { sqlDiagnostics } from './diagnostics.js';

/** Reports databases without an address, and with keys of other kinds. */
export function checkDatabases({ sections }: DefinitionSet): readonly Diagnostic[] {
  return (sections.get('databases') ?? []).flatMap(({ key, keyLocation, node }) => {
    const kind = kindOf(node);
    const file = entryOf(node, 'file');
    const url = entryOf(node, 'url');
    const rule = sqlDiagnostics['sql-database'];
    if (file && kind !== undefined && kind !== 'sqlite') {
      const help = 'Use `url`, which names an environment variable.';
      return [createDiagnostic(rule, file.keyLocation, 'Only SQLite databases have a `file`.', { help })];
    }
    const [, variable] = /\$\{(\w+)\}/u.exec(stringAt(node, 'file') ?? '') ?? [];
    if (file && variable !== undefined) {
      const help = `Write \`url: { env: ${variable} }\`: the variable can contain a path.`;
      return [createDiagnostic(rule, file.value.location, '`file` is a path, without variables.', { help })];
    }
    const session = checkSession(node);
    if (session.length > 0) return session;
    if (file || url) return [];
    const help =
      kind === 'sqlite' ? 'Add `file: ./shop.db`, or `url: { env: SHOP_DB }`.' : 'Add `url: { env: DATABASE_URL }`.';
    return [createDiagnostic(rule, keyLocation, `The database \`${key}\` has no address.`, { help })];
  });
}

/** Members of the caller that every kind of authentication has; it can have others. */
const members = ['principal', 'scopes', 'claims'];

/** Reports a session that the database does not have, and placeholders that are not about the caller. */
function checkSession(node: SourceNode): readonly Diagnostic[] {
  const session = entryOf(node, 'session');
  if (!session) return [];
  const rule = sqlDiagnostics['sql-database'];
  const kind = kindOf(node);
  if (kind !== undefined && kind !== 'postgres') {
    const help = 'Remove it; pass values of the caller as arguments of a handler.';
    return [createDiagnostic(rule, session.keyLocation, 'Only PostgreSQL databases have a `session`.', { help })];
  }
  return entriesOf(session.value).flatMap(({ key, keyLocation, value }) => {
    const problem = checkSetting(key);
    if (problem) return [createDiagnostic(rule, keyLocation, problem.message, { help: problem.help })];
    const text = value.kind === 'scalar' ? String(value.value) : '';
    const wrong = parseTemplate(text).flatMap((part) => ('argument' in part ? [part.argument] : []));
    return wrong.flatMap((name) => {
      const [, member] = /^auth\.(\w+)/u.exec(name) ?? [];
      const meant = member === undefined || members.includes(member) ? undefined : didYouMean(member, members);
      if (member !== undefined && !meant) return [];
      const help = meant ?? 'Write `{{auth.principal}}`, or `{{auth.claims.<name>}}` for a claim of the token.';
      return [createDiagnostic(rule, value.location, `\`{{${name}}}\` is not a value of the caller.`, { help })];
    });
  });
}

/**
 * Settings of PostgreSQL itself that a session can have. Others would change limits and forms of values that the server
 * relies on, such as `statement_timeout` and `timezone`, or need privileges.
 */
const allowedSettings = [
  'application_name',
  'default_text_search_config',
  'jit',
  'plan_cache_mode',
  'role',
  'search_path',
  'work_mem',
];

/** Returns the problem of a name without a dot, which is one of PostgreSQL's own settings or none. */
function checkSetting(name: string): { readonly message: string; readonly help: Help } | undefined {
  if (name.includes('.') || allowedSettings.includes(name.toLowerCase())) return undefined;
  const meant = didYouMean(name, allowedSettings);
  const names = allowedSettings.map((setting) => `\`${setting}\``).join(', ');
  const message = `\`session\` cannot set \`${name}\`.`;
  const others = `PostgreSQL's own settings can be ${names}.`;
  return { message, help: meant ?? `Name a setting of your own with a prefix, such as \`app.${name}\`. ${others}` };
}
