import type { ProtocolVersion } from '../../wire/protocol-versions.js';

/** Old names of request context members. */
export interface DeprecatedRequestContext {
  /** @deprecated Use `protocolVersion`. Removed in 0.5. */
  readonly revision: ProtocolVersion;
  /** @deprecated Use `closeStream()`. Removed in 0.5. */
  releaseConnection(): void;
}

/**
 * Old names of handler context members.
 *
 * @typeParam Elicit Type of `context.elicit` as a function.
 */
export interface DeprecatedHandlerContext<Elicit> {
  /** @deprecated Use `elicit()`. Removed in 0.5. */
  readonly ask: Elicit;
  /** @deprecated Use `idempotencyKey`. Removed in 0.5. */
  readonly flowId: string;
  /** @deprecated Use `startTask()`. Removed in 0.5. */
  beginTask(): Promise<void>;
}

/** The declared elicitations as properties of `context.elicit`, which `context.elicitations` has replaced. */
export type DeprecatedElicitations<Elicitations> = {
  readonly [Name in keyof Elicitations as string extends Name ? never : Name]: DeprecatedElicitation<
    Elicitations[Name]
  >;
};

/** A function that is deprecated. */
type DeprecatedElicitation<Elicit> = Elicit extends (...values: infer Values) => infer Result
  ? {
      /** @deprecated Use the function of this name in `context.elicitations`. Removed in 0.5. */
      (...values: Values): Result;
    }
  : never;
