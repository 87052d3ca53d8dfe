import type { StatementEffect } from '../engine.js';
import type { Catalog } from './catalog.js';
import { numberOf, parseNodeTree, setOf, walkNodes, type TreeNode } from './node-tree.js';
import { listRequired } from './nullability.js';
import { RefusedError, type Session } from './session.js';
import { listFunctions, listRelations, readEffect } from './statement-effect.js';

/** Facts from the parse tree of a statement. */
export interface TreeReport {
  /** By position, whether the values of a column are never null. */
  readonly isRequired: readonly boolean[];
  readonly effect: StatementEffect;
  /** Whether a function of the select list can return several rows. */
  readonly multiplies: boolean;
  readonly uses: readonly string[];
}

const functionName = 'mcp_prepared_statement';

/**
 * Reads the parse tree of a statement: PostgreSQL stores it as the body of a temporary function, which is never called
 * and is rolled back with the transaction. `undefined` if it cannot: before version 14, and without the right to create
 * temporary objects.
 * @param types Names of the parameters' types.
 */
export async function readTree(
  session: Session,
  text: string,
  types: readonly string[],
): Promise<TreeNode | undefined> {
  try {
    await session.query('savepoint tree');
    await session.query('set local check_function_bodies = off');
    await session.query(
      `create function pg_temp.${functionName}(${types.join(', ')}) returns setof record language sql begin atomic\n${text}\n;end`,
    );
    const rows = await session.query(
      `select prosqlbody::text from pg_proc where proname = '${functionName}' and pronamespace = pg_my_temp_schema()`,
    );
    return findQuery(rows[0]?.[0]);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return undefined;
  } finally {
    await session.query('rollback to savepoint tree');
  }
}

/** Finds what follows from a parse tree. */
export async function reportTree(query: TreeNode, catalog: Catalog): Promise<TreeReport> {
  const views = await loadViews(query, catalog);
  const queries = [query, ...views.values()];
  const relations = await catalog.loadRelations(queries.flatMap(listRelations));
  const functions = await catalog.loadFunctions(queries.flatMap(listFunctions));
  const facts = { relations, functions, views, known: new Map<TreeNode, readonly boolean[]>() };
  return {
    isRequired: listRequired(query, facts),
    effect: readEffect(query, facts),
    multiplies: query.members['hasTargetSRFs'] !== 'false',
    uses: await listUses(query, catalog),
  };
}

/** Reads the queries of views, and of the views in them. */
async function loadViews(query: TreeNode, catalog: Catalog): Promise<ReadonlyMap<number, TreeNode>> {
  const views = new Map<number, TreeNode>();
  for (let added = listRelations(query); added.length > 0;) {
    const relations = await catalog.loadRelations(added);
    const ids = added.filter((id) => relations.get(id)?.kind === 'v' && !views.has(id));
    const texts = await catalog.loadViews(ids);
    added = [...new Set(ids)].flatMap((id) => {
      const view = findQuery(texts.get(id));
      if (view) views.set(id, view);
      return view ? listRelations(view) : [];
    });
  }
  return views;
}

function findQuery(tree: string | null | undefined): TreeNode | undefined {
  return [...walkNodes(parseNodeTree(tree ?? ''))].find(({ label }) => label === 'QUERY');
}

/** Numbers of columns in sets of a tree begin with those of system columns. */
const firstColumn = 7;

/**
 * Lists the tables and columns that a statement uses. PostgreSQL lists them for the check of privileges; since version
 * 16 apart from the range table.
 */
async function listUses(query: TreeNode, catalog: Catalog): Promise<readonly string[]> {
  const used = new Map<number, Set<number>>();
  for (const { members } of walkNodes(query)) {
    const id = numberOf(members['relid']);
    if (id <= 0 || (members['rtekind'] ?? '0') !== '0') continue;
    const columns = used.get(id) ?? new Set();
    used.set(id, columns);
    for (const set of ['selectedCols', 'insertedCols', 'updatedCols']) {
      for (const number of setOf(members[set])) columns.add(number - firstColumn);
    }
  }
  const relations = await catalog.loadRelations(used.keys());
  const names = [...used].flatMap(([id, columns]) => {
    const relation = relations.get(id);
    if (!relation) return [];
    const named = [...columns].flatMap((number) => relation.columns.get(number)?.name ?? []);
    return [relation.name, ...named.map((name) => `${relation.name}.${name}`)];
  });
  return sortNames(names);
}

/** Sorts names by their characters, without duplicates. */
export function sortNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1));
}
