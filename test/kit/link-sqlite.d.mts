/**
 * Links the package `better-sqlite3` into `node_modules`, for a Node that has no SQLite. It is installed on first use, with its script, which
 * downloads the binary or compiles it: without optimizations, which would take longer than all tests that use it.
 */
export function linkSqlite(): Promise<void>;
