import {
  CallToolResultSchema,
  CompleteResultSchema,
  DiscoverResultSchema,
  EmptyResultSchema,
  GetPromptResultSchema,
  InitializeResultSchema,
  JSONRPCErrorResponseSchema,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
  ReadResourceResultSchema,
  ServerNotificationSchema,
  ServerRequestSchema,
  SubscriptionsAcknowledgedNotificationSchema,
  SubscriptionsListenResultSchema,
} from '@modelcontextprotocol/core';

/** A schema of the official SDK. */
interface OfficialSchema {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } | undefined };
}

/** The official SDK's schema for the result of each method. */
const results: { readonly [method: string]: OfficialSchema } = {
  initialize: InitializeResultSchema,
  ping: EmptyResultSchema,
  'logging/setLevel': EmptyResultSchema,
  'resources/subscribe': EmptyResultSchema,
  'resources/unsubscribe': EmptyResultSchema,
  'server/discover': DiscoverResultSchema,
  'subscriptions/listen': SubscriptionsListenResultSchema,
  'tools/list': ListToolsResultSchema,
  'prompts/list': ListPromptsResultSchema,
  'resources/list': ListResourcesResultSchema,
  'resources/templates/list': ListResourceTemplatesResultSchema,
  'tools/call': CallToolResultSchema,
  'prompts/get': GetPromptResultSchema,
  'resources/read': ReadResourceResultSchema,
  'completion/complete': CompleteResultSchema,
};

/** Why a value is no result of a method in a revision; `undefined` when it is one, or the official SDK has no schema for it. */
export function findResultFault(revision: string, method: string, result: unknown): string | undefined {
  const type = (result as { readonly resultType?: unknown } | null)?.resultType;
  if (revision === '2026-07-28' && type === undefined) return `${method}: the result has no resultType`;
  const schema = type === 'task' || type === 'input_required' ? undefined : results[method];
  return schema && findFault([schema], `result of ${method}`, result);
}

/** Why a message is no error response; `undefined` when it is one. */
export function findErrorFault(message: unknown): string | undefined {
  return findFault([JSONRPCErrorResponseSchema], 'error response', message);
}

/** Why a value is no notification that a server may send; `undefined` when it is one. */
export function findNotificationFault(message: unknown): string | undefined {
  return findFault([ServerNotificationSchema, SubscriptionsAcknowledgedNotificationSchema], 'notification', message);
}

/** Why a value is no request that a server may send in a legacy revision; `undefined` when it is one. */
export function findRequestFault(message: unknown): string | undefined {
  return findFault([ServerRequestSchema], 'request', message);
}

function findFault(schemas: readonly OfficialSchema[], name: string, value: unknown): string | undefined {
  const faults = schemas.map((schema) => schema.safeParse(value)).filter(({ success }) => !success);
  return faults.length < schemas.length ? undefined : `${name}: ${faults[0]?.error?.message}`;
}
