import { joinPath } from '../../core/source/references.js';
import { defined } from '../../core/model/json.js';
import { numberAt, textsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { PartKey } from '../../core/model/part-key.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import type { FileSearch } from '../../feature-kit/load/file-search.js';
import type { DatabaseKind } from './engines/engine.js';

/** Database as a definition declares it. */
export interface DatabaseModel {
  readonly name: string;
  readonly kind: DatabaseKind;
  /** Environment variable with the URL, or with the path of the SQLite file. */
  readonly variable?: string;
  /** Default path of the SQLite file. */
  readonly file?: string;
  /** Paths of the schema files, relative to the project root. */
  readonly schema: readonly string[];
  readonly maxConnections?: number;
  /** Settings of each transaction, with placeholders (PostgreSQL). */
  readonly session: { readonly [setting: string]: string };
}

const kinds: ReadonlyMap<string, DatabaseKind> = new Map([
  ['postgres', 'postgres'],
  ['mysql', 'mysql'],
  ['mariadb', 'mysql'],
  ['sqlite', 'sqlite'],
]);

/** Returns the kind of a database as written; `undefined` if it is missing or unknown. */
export function kindOf(database: SourceNode): DatabaseKind | undefined {
  return kinds.get(stringAt(database, 'kind') ?? '');
}

/** Reads the databases of all definitions, except those without a valid kind. */
export function readDatabases({ sections }: DefinitionSet): ReadonlyMap<string, DatabaseModel> {
  const entries = sections.get('databases') ?? [];
  return new Map(
    entries.flatMap(({ key, node, file }): readonly (readonly [string, DatabaseModel])[] => {
      const kind = kindOf(node);
      // Reported with the values that the key can have.
      if (!kind) return [];
      const database: DatabaseModel = {
        name: key,
        kind,
        schema: listSchemas(node).map((schema) => joinPath(file, schema)),
        session: Object.fromEntries(
          entriesOf(childOf(node, 'session')).map(({ key: setting }) => [
            setting,
            stringAt(childOf(node, 'session'), setting) ?? '',
          ]),
        ),
        ...defined({
          variable: stringAt(childOf(node, 'url'), 'env'),
          file: stringAt(node, 'file'),
          maxConnections: numberAt(node, 'maxConnections'),
        }),
      };
      return [[key, database]];
    }),
  );
}

function listSchemas(database: SourceNode): readonly string[] {
  const schema = stringAt(database, 'schema');
  return schema === undefined ? textsAt(database, 'schema') : [schema];
}

/** Schema files that databases name. */
export const schemaFiles: FileSearch<'named'> = {
  part: new PartKey('SQL schemas'),
  list: (root, file) =>
    entriesOf(childOf(root, 'databases')).flatMap(({ value }) =>
      listSchemas(value).map((schema) => joinPath(file, schema)),
    ),
  find: () => Promise.resolve('named'),
  contents: { list: (file) => [file], maxBytes: 16 * 1024 * 1024 },
};
