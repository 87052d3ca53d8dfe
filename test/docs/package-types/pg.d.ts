/** The part of `pg` that the samples use. */
declare module 'pg' {
  class Pool {
    constructor(options: { readonly connectionString?: string | undefined; readonly max?: number });
    query<Row>(statement: string, values?: readonly unknown[]): Promise<{ readonly rows: Row[] }>;
    end(): Promise<void>;
  }
  const pg: { readonly Pool: typeof Pool };
  export default pg;
}
