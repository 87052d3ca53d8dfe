/** Old names of public types. */
import type { ProtocolVersion, LegacyProtocolVersion, ModernProtocolVersion } from '../../wire/protocol-versions.js';
import type { RunCodeInput, RunCodeResult, SearchApiInput } from './definition.js';
import type {
  ClientRequestOptions,
  ElicitOptions,
  ElicitResult,
  NoElicitations,
  UrlElicitResult,
} from './handler-context.js';
import type {
  CompletionResult,
  PromptResult,
  ResourceListResult,
  ResourceResult,
  ToolHandlerResult,
} from './handlers.js';

/** @deprecated Use {@link ToolHandlerResult}. Removed in 0.5. */
export type ToolAnswer<Output> = ToolHandlerResult<Output>;

/** @deprecated Use {@link PromptResult}. Removed in 0.5. */
export type PromptAnswer = PromptResult;

/** @deprecated Use {@link ResourceResult}. Removed in 0.5. */
export type ResourceAnswer = ResourceResult;

/** @deprecated Use {@link ResourceListResult}. Removed in 0.5. */
export type ResourceListAnswer = ResourceListResult;

/** @deprecated Use {@link CompletionResult}. Removed in 0.5. */
export type CompletionAnswer = CompletionResult;

/** @deprecated Use {@link RunCodeResult}. Removed in 0.5. */
export type CodeAnswer = RunCodeResult;

/** @deprecated Use {@link SearchApiInput}. Removed in 0.5. */
export type FindInput = SearchApiInput;

/** @deprecated Use {@link RunCodeInput}. Removed in 0.5. */
export type RunInput = RunCodeInput;

/** @deprecated Use {@link ElicitResult}. Removed in 0.5. */
export type Elicited<Content> = ElicitResult<Content>;

/** @deprecated Use {@link UrlElicitResult}. Removed in 0.5. */
export type Visited = UrlElicitResult;

/** @deprecated Use {@link NoElicitations}. Removed in 0.5. */
export type NoQuestions = NoElicitations;

/** @deprecated Use {@link ClientRequestOptions}. Removed in 0.5. */
export type QuestionOptions = ClientRequestOptions;

/** @deprecated Use {@link ElicitOptions}. Removed in 0.5. */
export type AskOptions = ElicitOptions;

/** @deprecated Use {@link ProtocolVersion}. Removed in 0.5. */
export type Revision = ProtocolVersion;

/** @deprecated Use {@link LegacyProtocolVersion}. Removed in 0.5. */
export type LegacyRevision = LegacyProtocolVersion;

/** @deprecated Use {@link ModernProtocolVersion}. Removed in 0.5. */
export type ModernRevision = ModernProtocolVersion;
