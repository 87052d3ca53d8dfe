import type { DatabaseKind, StatementProblem } from './engines/engine.js';
import { closing } from './engines/expressions.js';
import { isSymbol, isWord, placeOf, type SqlToken } from './lex.js';

/** Why a statement cannot call a function. */
interface Refused {
  readonly names: RegExp;
  /** What the function does, after "it". */
  readonly does: string;
  readonly help?: string;
  /** Whether the call is refused. Default: always. */
  readonly when?: (call: readonly SqlToken[]) => boolean;
}

const files = 'reads or writes files of the database server';
const session = 'changes the session, which later calls share';
const control = 'controls the server, its sessions or other servers';

/**
 * Functions with effects that neither a transaction nor its end undoes, by database. Privileges of the database decide
 * about others, and a function of one's own can call them.
 */
const refused: { readonly [kind in DatabaseKind]: readonly Refused[] } = {
  postgres: [
    {
      names:
        /^(?:pg_read_(?:binary_)?file(?:_old)?|pg_ls_\w+|pg_stat_file|pg_file_\w+|pg_logdir_ls|lo_import|lo_export)$/u,
      does: files,
    },
    {
      names: /^pg_(?:try_)?advisory_(?:lock|unlock)(?:_shared|_all)?$/u,
      does: session,
      help: 'Use `pg_advisory_xact_lock`, which ends with the transaction.',
    },
    {
      names: /^set_config$/u,
      does: session,
      help: "Write `set_config('app.name', …, true)`, with a prefix, or `session` of the database.",
      when: (call) => !setsOwnLocally(call),
    },
    {
      names:
        /^pg_(?:terminate_backend|cancel_backend|reload_conf|rotate_logfile\w*|promote|switch_wal|wal_replay_\w+|create_restore_point|backup_\w+|(?:start|stop)_backup|log_backend_\w+|replication_\w+|\w+_replication_slot|logical_\w+|sync_replication_slots|import_system_collations|stat_reset\w*|export_snapshot|(?:restore|clear)_(?:relation|attribute)_stats)$/u,
      does: control,
    },
    { names: /^dblink\w*$/u, does: control },
    {
      names: /^(?:query_to_xml\w*|cursor_to_xml\w*|ts_stat|ts_rewrite|crosstab\w*|connectby|xpath_table)$/u,
      does: 'runs SQL that an argument can contain',
      when: hasPlaceholder,
    },
  ],
  mysql: [
    { names: /^load_file$/u, does: files },
    {
      names: /^(?:get_lock|release_lock|release_all_locks)$/u,
      does: session,
      help: 'Lock rows with `select … for update`.',
    },
    {
      names:
        /^(?:sys_(?:exec|eval|set|get)|spider_\w+|mroonga_command|(?:keyring|audit_log|group_replication|asynchronous_connection_failover|version_tokens|service_(?:get|release)|gen_dictionary)_\w+|set_firewall_\w+|mysql_firewall_\w+)$/u,
      does: control,
    },
  ],
  sqlite: [
    { names: /^(?:load_extension|readfile|writefile)$/u, does: files },
    { names: /^fts3_tokenizer$/u, does: 'loads code by its address' },
  ],
};

/** Reports calls of functions that tools cannot make. */
export function checkFunctions(tokens: readonly SqlToken[], kind: DatabaseKind): readonly StatementProblem[] {
  return tokens.flatMap((token, index): readonly StatementProblem[] => {
    if (!isCalled(tokens, index)) return [];
    const end = closing(tokens, index + 1);
    const call = tokens.slice(index + 2, end === -1 ? undefined : end);
    const found = refused[kind].find(
      ({ names, when = () => true }) => names.test(token.text.toLowerCase()) && when(call),
    );
    if (!found) return [];
    const message = `A tool cannot call \`${token.text}\`: it ${found.does}.`;
    const help = found.help ?? 'Wrap the call in a function of your own in the database, if the tool needs it.';
    return [{ code: 'sql-not-allowed', message, help, place: placeOf(token) }];
  });
}

/** Whether a name is that of a called function, without the schema of another one. */
function isCalled(tokens: readonly SqlToken[], index: number): boolean {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if ((token?.kind !== 'word' && token?.kind !== 'name') || !isSymbol(next, '(') || isWord(before, 'into'))
    return false;
  return !isSymbol(before, '.') || ['pg_catalog', 'public'].includes(tokens[index - 2]?.text.toLowerCase() ?? '');
}

/** Whether `set_config` sets a setting with a prefix until the end of the transaction. */
function setsOwnLocally(call: readonly SqlToken[]): boolean {
  const isOwn = call[0]?.kind === 'string' && /^'\w+(?:\.\w+)+'$/u.test(call[0].text) && isSymbol(call[1], ',');
  return isOwn && isWord(call.at(-1), 'true') && isSymbol(call.at(-2), ',');
}

function hasPlaceholder(call: readonly SqlToken[]): boolean {
  return call.some(({ kind }) => kind === 'placeholder');
}
