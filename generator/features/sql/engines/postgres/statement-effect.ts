import { isSymbol, isWord, type SqlToken } from '../../lex.js';
import { mainVerb } from '../effects.js';
import type { StatementEffect } from '../engine.js';
import type { TreeFacts } from './nullability.js';
import { isNode, itemsOf, nodesOf, numberOf, walkNodes, type TreeNode, type TreeValue } from './node-tree.js';

const command = { select: '1', update: '2', insert: '3', delete: '4' };

/** Volatile functions that change nothing. */
const harmless =
  /^(?:random(?:_normal)?|clock_timestamp|timeofday|gen_random_uuid|uuidv[47]|pg_sleep(?:_for|_until)?|currval|lastval|current_query|lo_get|pg_(?:\w+_)?size|pg_is_\w+|pg_(?:current|last|control|partition|xact|get)_\w+|pg_sequence_last_value|pg_(?:safe_snapshot_)?blocking_pids|pg_lock_status|pg_stat_get_\w+|pg_notification_queue_usage|txid_status)$/u;

/** Functions that change something, but no rows. */
const rowless = /^(?:nextval|pg_notify|pg_(?:try_)?advisory_\w+|set_config)$/u;

/** Functions that write, for databases without parse trees. */
const writing = /^(?:nextval|setval|set_config|pg_notify|pg_(?:try_)?advisory_\w+|lo_(?!get)\w+|lowrite)$/u;

/** Returns the object ids of the functions that a tree calls, also in operators. */
export function listFunctions(tree: TreeValue): readonly number[] {
  const members = ['funcid', 'opfuncid', 'aggfnoid', 'winfnoid'];
  return [...walkNodes(tree)].flatMap((node) =>
    members.map((name) => numberOf(node.members[name])).filter((id) => id > 0),
  );
}

/** Returns the object ids of the tables and views that a tree reads or writes. */
export function listRelations(tree: TreeValue): readonly number[] {
  return [...walkNodes(tree)].map(({ members }) => numberOf(members['relid'])).filter((id) => id > 0);
}

/** Finds what a statement does from its parse tree. Views can call functions, too. */
export function readEffect(query: TreeNode, facts: TreeFacts): StatementEffect {
  const nodes = [...walkNodes(query)];
  const queries = nodes.filter(({ label }) => label === 'QUERY');
  const changing = queries.filter(({ members }) => members['commandType'] !== command.select);
  const hidden = [...facts.views.values()].flatMap(listFunctions);
  const calls = [...listFunctions(query), ...hidden].filter((id) => !isHarmless(id, facts));
  const isUnknown = calls.some((id) => !isRowless(id, facts));
  const locks = queries.some(({ members }) => itemsOf(members['rowMarks']).length > 0);
  const reads = changing.length === 0 && calls.length === 0 && !locks;
  return {
    reads,
    isDestructive: isUnknown || changing.some((each) => !isPureInsert(each)),
    isIdempotent: calls.length === 0 && isRepeatable(query, changing, facts),
  };
}

function isHarmless(id: number, { functions }: TreeFacts): boolean {
  const found = functions.get(id);
  return found !== undefined && (found.volatility !== 'v' || (found.isBuiltIn && harmless.test(found.name)));
}

function isRowless(id: number, { functions }: TreeFacts): boolean {
  const found = functions.get(id);
  return found?.isBuiltIn === true && rowless.test(found.name);
}

function isPureInsert({ members }: TreeNode): boolean {
  const conflict = members['onConflict'];
  return members['commandType'] === command.insert && !(isNode(conflict) && conflict.members['action'] === '2');
}

/**
 * Whether repeating a statement changes nothing more: it deletes rows, or sets columns to values that do not depend on
 * rows or the time. The rows that it finds must not depend on what it has changed, other than by their own values.
 */
function isRepeatable(query: TreeNode, changing: readonly TreeNode[], facts: TreeFacts): boolean {
  if (changing.length === 0) return true;
  const nodes = [...walkNodes(query)];
  const ids = nodes
    .filter(({ members }) => members['rtekind'] === '0')
    .map(({ members }) => numberOf(members['relid']));
  const areTables = ids.every((id) => /^[rp]$/u.test(facts.relations.get(id)?.kind ?? ''));
  if (!areTables || nodes.some(({ members }) => isNode(members['limitCount']) || isNode(members['limitOffset'])))
    return false;
  return changing.every((each) => {
    const target = itemsOf(each.members['rtable'])[numberOf(each.members['resultRelation']) - 1];
    const id = isNode(target) ? numberOf(target.members['relid']) : -1;
    if (ids.filter((other) => other === id).length !== 1) return false;
    if (each.members['commandType'] === command.delete) return true;
    return each.members['commandType'] === command.update && areConstant(each.members['targetList'], facts);
  });
}

function areConstant(targets: TreeValue | undefined, { functions }: TreeFacts): boolean {
  const varying = new Set(['VAR', 'SUBLINK', 'SETTODEFAULT', 'SQLVALUEFUNCTION', 'NEXTVALUEEXPR']);
  const values = nodesOf(targets).flatMap(({ members }) => [...walkNodes(members['expr'])]);
  if (values.some(({ label }) => varying.has(label))) return false;
  return values.flatMap(listFunctions).every((id) => functions.get(id)?.volatility === 'i');
}

/** Finds what a statement does from its words, for databases without parse trees. */
export function guessEffect(tokens: readonly SqlToken[]): StatementEffect {
  const has = (...words: readonly string[]): boolean => tokens.some((token) => isWord(token, ...words));
  const isModifying = has('insert', 'update', 'delete', 'merge');
  const locks = tokens.some(
    (token, index) => isWord(token, 'for') && isWord(tokens[index + 1], 'update', 'no', 'share', 'key'),
  );
  const onlyInserts = mainVerb(tokens) === 'insert' && !has('update', 'delete', 'merge');
  const onlyDeletes = isWord(tokens[0], 'delete') && !has('select', 'with');
  const calls = tokens.some((token, index) => writing.test(token.text) && isSymbol(tokens[index + 1], '('));
  return {
    reads: !isModifying && !locks && !calls,
    isDestructive: (isModifying && !onlyInserts) || calls,
    isIdempotent: (!isModifying || onlyDeletes) && !calls,
  };
}
