/** Creates the database, and replaces an earlier one. Needs Node 22.13, or the package `better-sqlite3`. */
export declare function createDatabase(file: string): Promise<void>;
