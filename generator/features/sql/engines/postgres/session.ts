/** Connection to PostgreSQL, or PGlite. */
export interface Session {
  /** Product and version, such as `PostgreSQL 18.1`. */
  readonly label: string;
  /**
   * Prepares a statement without running it.
   * @param types Object ids of the parameter types; 0: the database finds the type.
   * @throws {RefusedError} or another error if the connection is lost.
   */
  describe(text: string, types: readonly number[]): Promise<Description>;
  /**
   * Runs SQL without parameters.
   * @returns The rows of the last statement, as the database sends them.
   * @throws {RefusedError} or another error if the connection is lost.
   */
  query(text: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export type Row = readonly (string | null)[];

/** Parameters and columns of a statement. Types and tables are object ids. */
export interface Description {
  readonly parameters: readonly number[];
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly type: number;
  /** Modifier of the type, such as precision and scale; -1: none. */
  readonly modifier: number;
  /** Table of the column; 0: an expression. */
  readonly table: number;
  /** Number of the column in its table. */
  readonly column: number;
}

/** Error that PostgreSQL reports. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** Code of five characters, such as `42703`. */
  readonly code: string;
  /** Place in the text in code points, from 1. */
  readonly position: number | undefined;
  readonly hint: string | undefined;

  constructor(error: ServerError) {
    super(error.message);
    this.code = error.code ?? '';
    this.position = error.position === undefined ? undefined : Number(error.position);
    this.hint = error.hint;
  }
}

/** Error message of the protocol. */
export interface ServerError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly position?: string | undefined;
  readonly hint?: string | undefined;
}

/** Column of the protocol's row description. */
export interface ServerField {
  readonly name: string;
  readonly dataTypeID: number;
  readonly dataTypeModifier: number;
  readonly tableID: number;
  readonly columnID: number;
}

/** Converts a column of the protocol. */
export function readField(field: ServerField): Field {
  const { name, dataTypeID: type, dataTypeModifier: modifier, tableID: table, columnID: column } = field;
  return { name, type, modifier, table, column };
}
