import type {
  DatabaseKind,
  EngineOptions,
  EngineProblem,
  PreparedStatement,
  PrepareRequest,
  StatementProblem,
} from './engine.js';

/** Message to the process of an engine. It replies to each, in order. */
export type EngineRequest =
  | { readonly action: 'open'; readonly kind: DatabaseKind; readonly options: Omit<EngineOptions, 'onStatement'> }
  | { readonly action: 'prepare'; readonly request: PrepareRequest };

/** Message from the process of an engine: a reply, or the statement of a schema file that begins. */
export type EngineMessage = EngineReply | { readonly began: NonNullable<EngineProblem['place']> };

export type EngineReply =
  | { readonly label: string }
  | { readonly problem: EngineProblem }
  | { readonly prepared: PreparedStatement | readonly StatementProblem[] }
  /** An error that is not a problem of the definitions. */
  | { readonly failure: string };

/** Index of the stream to which the process writes before it ends itself because it used too much memory. */
export const memoryStream = 4;
