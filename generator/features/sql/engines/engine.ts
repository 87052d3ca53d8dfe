import type { Help } from '../../../core/diagnostics/diagnostic.js';
import type { SqlDiagnosticCode } from '../diagnostics.js';

/** Database system. `mysql` includes MariaDB. */
export type DatabaseKind = 'postgres' | 'sqlite' | 'mysql';

/** Connection to a database in which statements are prepared but never run. */
export interface SqlEngine {
  /** Product and version, such as `PostgreSQL 18.1`. */
  readonly label: string;
  /** Prepares a statement. Problems are data, also if the connection is lost. */
  prepare(request: PrepareRequest): Promise<PreparedStatement | readonly StatementProblem[]>;
  close(): Promise<void>;
}

/** Opens an engine, or returns why it cannot be opened: a message without credentials. */
export type OpenEngine = (options: EngineOptions) => Promise<SqlEngine | { readonly problem: EngineProblem }>;

/** Place of the database and of its driver. */
export interface EngineOptions {
  /** Absolute path of the project, in whose `node_modules` the driver is looked up. */
  readonly root: string;
  /** URL of a running database, or absolute path of a SQLite file. Absent: a throw-away database with {@link schema}. */
  readonly url?: string;
  /** Files that create the tables, in order. */
  readonly schema: readonly { readonly file: string; readonly text: string }[];
  /** Called before each statement of a schema file. */
  readonly onStatement?: (place: NonNullable<EngineProblem['place']>) => void;
}

export interface EngineProblem {
  readonly code: Extract<SqlDiagnosticCode, 'sql-driver' | 'sql-database' | 'sql-schema'>;
  readonly message: string;
  readonly help?: string;
  /** Place in a schema file. */
  readonly place?: { readonly file: string; readonly offset: number; readonly length: number };
}

/** Statement to prepare. */
export interface PrepareRequest {
  /** Text as written, without a final semicolon. Its first word is one of the allowed ones. */
  readonly text: string;
  /** Placeholders in the text, in order. They are in code, never in strings, comments or quoted names. */
  readonly placeholders: readonly Placeholder[];
  /** Arguments by name; every placeholder has one. */
  readonly parameters: ReadonlyMap<string, ParameterFacts>;
  /** Number of rows that a result can have; one more is fetched. Absent for a statement whose rows are not limited. */
  readonly limit?: number;
  /** Names of the columns by which the rows are paged: {@link PreparedStatement.paging} says whether they differ. */
  readonly pageBy?: readonly string[];
}

/** Whether rows differ in the columns by which they are paged, if these are not null. */
export interface PageFacts {
  /** `unique`: always. `shared`: the database allows equal rows. `unknown`: it cannot be proven. */
  readonly rows: 'unique' | 'shared' | 'unknown';
  /** Columns that make rows differ when they are added. */
  readonly add: readonly {
    /** Name in the result, or as the statement can select it. */
    readonly name: string;
    readonly isSelected: boolean;
  }[];
}

/** `{{name}}` in a statement. Offsets count UTF-16 code units. */
export interface Placeholder {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Facts from the JSON Schema of an argument. */
export interface ParameterFacts {
  /** JSON type; absent if the schema allows several (other than null) or does not say. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly format?: string;
  readonly isBase64?: true;
  /** Whether every value is text, such as a variable of a URI: the database converts it to any type. */
  readonly isText?: true;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ParameterFacts;
  /** Whether a call can omit the argument or pass null. The parameter is then null. */
  readonly isOptional: boolean;
}

/** Description of a statement by the database. Plain data, equal for equal schemas: without object ids and times. */
export interface PreparedStatement {
  /** Text to run, with the parameters of the database and, if `limit` is `appended`, the row limit. */
  readonly text: string;
  /** Arguments to bind, in order. SQLite binds by the names `p1`, `p2`, …; MySQL repeats an argument that is used twice. */
  readonly parameters: readonly PreparedParameter[];
  /** Columns of the result; `[]` for a statement without rows. */
  readonly columns: readonly PreparedColumn[];
  /**
   * `appended`: the text limits the rows to one more than the limit. `own`: the statement has its own limit, or cannot
   * have one (such as `insert … returning`).
   */
  readonly limit: 'appended' | 'own';
  readonly effect: StatementEffect;
  /** Tables and columns that the statement uses, such as `public.orders.total`, sorted. As far as the database tells. */
  readonly uses: readonly string[];
  /** Present for a request with `pageBy`. */
  readonly paging?: PageFacts;
  /** Problems that do not prevent the statement from running. */
  readonly warnings: readonly StatementProblem[];
}

/** Effect of a statement on the data. */
export interface StatementEffect {
  readonly reads: boolean;
  /** Whether it can change or delete existing rows. */
  readonly isDestructive: boolean;
  /** Whether repeating it with the same arguments changes nothing more. */
  readonly isIdempotent: boolean;
}

export interface PreparedParameter {
  /** Name of the argument. */
  readonly name: string;
  /** Type in the database, such as `int8` or `order_status[]`; absent if the database has none for it. */
  readonly type?: string;
  readonly bind: BindKind;
}

/**
 * How a JSON value is bound. `text` also stands for all types that the database parses from text. `array`: a PostgreSQL
 * array; other databases get arrays as `json`.
 */
export type BindKind = 'text' | 'integer' | 'number' | 'boolean' | 'json' | 'bytes' | 'array';

export interface PreparedColumn {
  readonly name: string;
  /** Type in the database, such as `numeric(14,2)`. */
  readonly type: string;
  readonly kind: ColumnKind;
  /** Whether the values are arrays of {@link kind}, whose items can be null. */
  readonly isArray?: true;
  readonly isNullable: boolean;
  /** Values of an enumerated type. */
  readonly enum?: readonly string[];
  /** Column of a table that the values come from, such as `public.orders.id`. */
  readonly origin?: string;
  /** Comment of that column. */
  readonly comment?: string;
}

/**
 * Form of a column's values in JSON. `decimal`: a number as a string. `local-date-time`: without a time zone. `any`:
 * a string, number or null, as SQLite stores it.
 */
export type ColumnKind =
  | 'integer'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'text'
  | 'uuid'
  | 'date'
  | 'time'
  | 'date-time'
  | 'local-date-time'
  | 'duration'
  | 'json'
  | 'bytes'
  | 'any';

/** Problem of a statement. */
export interface StatementProblem {
  readonly code: SqlDiagnosticCode;
  readonly message: string;
  readonly help?: Help;
  /** Place in the text as written. Absent: the whole statement. */
  readonly place?: { readonly offset: number; readonly length: number };
}
