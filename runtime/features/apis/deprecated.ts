/** Old names of public types. */
import type { AnyOutput } from '../../core/api/handlers.js';
import type { ResponseTransform } from './forward-definition.js';

/** @deprecated Use {@link ResponseTransform}. Removed in 0.5. */
export type AnswerTransform<Value = unknown, Result = AnyOutput, App = unknown> = ResponseTransform<Value, Result, App>;
