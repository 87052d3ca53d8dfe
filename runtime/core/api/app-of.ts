/**
 * Type of the return value of `setup`; `undefined` for a server without `setup`, or whose `setup` returns nothing.
 *
 * @typeParam Server The exports of `handlers/server.ts`: `typeof import('./server.ts')`.
 */
export type AppOf<Server> = Server extends { readonly setup: (...given: never) => infer Result }
  ? [Awaited<Result>] extends [void]
    ? undefined
    : Awaited<Result>
  : undefined;
