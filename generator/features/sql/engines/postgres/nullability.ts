import type { FunctionFacts, RelationFacts } from './catalog.js';
import { isNode, itemsOf, nodesOf, numberOf, setOf, type TreeNode, type TreeValue } from './node-tree.js';

/** Facts of the tables and functions in a tree, by object id. */
export interface TreeFacts {
  readonly relations: ReadonlyMap<number, RelationFacts>;
  readonly functions: ReadonlyMap<number, FunctionFacts>;
  /** Queries of views. */
  readonly views: ReadonlyMap<number, TreeNode>;
  /** Results of {@link listRequired}, which otherwise would be found once per column. */
  readonly known: Map<TreeNode, readonly boolean[]>;
}

const command = { select: '1', merge: '5' };
const entry = { relation: '0', subquery: '1', cte: '6', group: '9' };
const join = { left: '1', full: '2', right: '3' };

/**
 * Returns for each column of a query whether its values are never null, as far as that is certain. A claim must hold for
 * all rows of all databases with these tables: the output schema says it.
 */
export function listRequired(query: TreeNode, facts: TreeFacts): readonly boolean[] {
  const known = facts.known.get(query) ?? findRequired(query, facts);
  facts.known.set(query, known);
  return known;
}

function findRequired(query: TreeNode, facts: TreeFacts): readonly boolean[] {
  const { setOperations, commandType, targetList, returningList } = query.members;
  if (isNode(setOperations)) {
    const arms = listArms(setOperations, query).map((arm) => listRequired(arm, facts));
    return arms[0]?.map((_, index) => arms.every((arm) => arm[index] === true)) ?? [];
  }
  const scope: Scope = { query, facts, nulled: findNulled(query) };
  const targets = nodesOf(commandType === command.select ? targetList : returningList);
  const columns = targets.filter(({ members }) => members['resjunk'] === 'false').map(({ members }) => members['expr']);
  return columns.map((column) => (hasGroupingSets(query) ? isCounted(column) : isRequired(column, scope)));
}

interface Scope {
  readonly query: TreeNode;
  readonly facts: TreeFacts;
  /** Numbers of range table entries whose columns an outer join fills with nulls. */
  readonly nulled: ReadonlySet<number>;
}

function listArms(operation: TreeNode, query: TreeNode): readonly TreeNode[] {
  if (operation.label !== 'RANGETBLREF') {
    const { larg, rarg } = operation.members;
    return [larg, rarg].flatMap((arm) => (isNode(arm) ? listArms(arm, query) : []));
  }
  const subquery = entryOf(query, numberOf(operation.members['rtindex']))?.members['subquery'];
  return isNode(subquery) ? [subquery] : [];
}

function entryOf(query: TreeNode, number: number): TreeNode | undefined {
  const found = itemsOf(query.members['rtable'])[number - 1];
  return isNode(found) ? found : undefined;
}

/** Grouping sets replace every expression that they group by with null, also constants and `coalesce`. */
function hasGroupingSets(query: TreeNode): boolean {
  return itemsOf(query.members['groupingSets']).length > 0;
}

/**
 * Finds the entries that outer joins of this level can fill with nulls. PostgreSQL 16 and later mark the variables
 * instead, which gives the same.
 */
function findNulled(query: TreeNode): ReadonlySet<number> {
  const nulled = new Set<number>();
  const visit = (node: TreeValue | undefined, isNulled: boolean): void => {
    if (!isNode(node)) return;
    const { members } = node;
    if (node.label === 'RANGETBLREF' && isNulled) nulled.add(numberOf(members['rtindex']));
    if (node.label === 'FROMEXPR') for (const item of itemsOf(members['fromlist'])) visit(item, isNulled);
    if (node.label !== 'JOINEXPR') return;
    const type = members['jointype'];
    if (isNulled) nulled.add(numberOf(members['rtindex']));
    visit(members['larg'], isNulled || type === join.right || type === join.full);
    visit(members['rarg'], isNulled || type === join.left || type === join.full);
  };
  visit(query.members['jointree'], false);
  return nulled;
}

/** Aggregate and window functions that count rows: `count`, `row_number`, `rank`, `dense_rank`, `percent_rank`, `cume_dist`. */
const counts: ReadonlySet<TreeValue | undefined> = new Set(['2147', '2803', '3100', '3101', '3102', '3103', '3104']);

function isCounted(value: TreeValue | undefined): boolean {
  if (!isNode(value)) return false;
  const { label, members } = value;
  return (label === 'AGGREF' && counts.has(members['aggfnoid'])) || label === 'GROUPINGFUNC';
}

function isRequired(value: TreeValue | undefined, scope: Scope): boolean {
  if (!isNode(value)) return false;
  const { label, members } = value;
  const all = (list: TreeValue | undefined): boolean => itemsOf(list).every((item) => isRequired(item, scope));
  switch (label) {
    case 'CONST':
      return members['constisnull'] === 'false';
    case 'AGGREF':
      return isCounted(value);
    case 'WINDOWFUNC':
      return counts.has(members['winfnoid']);
    case 'COALESCE':
    case 'COALESCEEXPR':
      return itemsOf(members['args']).some((item) => isRequired(item, scope));
    case 'CASE':
    case 'CASEEXPR':
      return (
        isRequired(members['defresult'], scope) &&
        nodesOf(members['args']).every((each) => isRequired(each.members['result'], scope))
      );
    case 'NULLTEST':
      return members['argisrow'] === 'false';
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
    case 'ARRAY':
    case 'ARRAYEXPR':
    case 'GROUPINGFUNC':
      return true;
    case 'SUBLINK':
      return members['subLinkType'] === '0'; // exists
    case 'RELABELTYPE':
      return isRequired(members['arg'], scope);
    case 'SQLVALUEFUNCTION':
      return numberOf(members['op']) <= 8; // dates and times
    case 'BOOLEXPR':
      return all(members['args']);
    case 'FUNCEXPR':
      return isTotal(members['funcid'], scope) && all(members['args']);
    case 'OPEXPR':
      return isTotal(members['opfuncid'], scope) && all(members['args']);
    case 'VAR':
      return isRequiredVariable(members, scope);
    default:
      return false;
  }
}

/**
 * Built-in functions that return null only for null: arithmetic, comparison and conversion of numbers, comparison,
 * concatenation and case of text, and the current time.
 */
const total =
  /^(?:(?:int(?:2|4|8|24|42|28|82|48|84)|float(?:4|8|48|84)|numeric_?)(?:pl|mi|mul|div|mod|add|sub|um|up|abs|eq|ne|lt|gt|le|ge)|int[248]|float[48]|numeric|text(?:eq|ne|_lt|_gt|_le|_ge|cat)|lower|upper|now|timestamptz_(?:eq|ne|lt|gt|le|ge)|date_(?:eq|ne|lt|gt|le|ge)|booleq|boolne|enum_(?:eq|ne|lt|gt|le|ge))$/u;

function isTotal(id: TreeValue | undefined, { facts }: Scope): boolean {
  const found = facts.functions.get(numberOf(id));
  // The bounds of ranges and the values of JSON can be null.
  return (
    found?.isBuiltIn === true && found.isStrict && total.test(found.name) && !/(?:range|jsonb)$/u.test(found.parameter)
  );
}

function isRequiredVariable(members: TreeNode['members'], scope: Scope): boolean {
  const { query, facts, nulled } = scope;
  const [number, column] = [numberOf(members['varno']), numberOf(members['varattno'])];
  if (members['varlevelsup'] !== '0' || column <= 0) return false;
  // `returning old.id` is null after an insert.
  if ((members['varreturningtype'] ?? '0') !== '0') return false;
  // The source of a merge has no row for `when not matched by source`, which no tree marks.
  if (query.members['commandType'] === command.merge) return false;
  if (nulled.has(number) || setOf(members['varnullingrels']).length > 0) return false;
  const found = entryOf(query, number)?.members;
  switch (found?.['rtekind']) {
    case entry.relation:
      return isRequiredInRelation(numberOf(found['relid']), column, number, scope);
    case entry.subquery:
      return isNode(found['subquery']) && listRequired(found['subquery'], facts)[column - 1] === true;
    case entry.group:
      return isRequired(itemsOf(found['groupexprs'])[column - 1], scope);
    case entry.cte:
      return isRequiredInCte(found, column, scope);
    default:
      return false;
  }
}

function isRequiredInRelation(id: number, column: number, number: number, { query, facts }: Scope): boolean {
  const view = facts.views.get(id);
  if (!view) return facts.relations.get(id)?.columns.get(column)?.isRequired === true;
  // A trigger of a view decides what `returning` returns.
  const isTarget = numberOf(query.members['resultRelation']) === number;
  return !isTarget && listRequired(view, facts)[column - 1] === true;
}

function isRequiredInCte(found: TreeNode['members'], column: number, { query, facts }: Scope): boolean {
  if (found['self_reference'] !== 'false' || found['ctelevelsup'] !== '0') return false;
  const cte = nodesOf(query.members['cteList']).find(({ members }) => members['ctename'] === found['ctename'])?.members;
  if (!cte || cte['cterecursive'] !== 'false' || !isNode(cte['ctequery'])) return false;
  return listRequired(cte['ctequery'], facts)[column - 1] === true;
}
