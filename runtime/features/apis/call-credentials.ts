import { AccessError, CredentialsError } from '../../core/api/errors.js';
import { messageOf, ProtocolError } from '../../wire/protocol-error.js';
import type { Credentials as AskCredentials } from '../../core/api/credentials.js';
import type { Delegation, DelegationContext } from '../../core/api/delegation.js';
import type { HandlerContext } from '../../core/api/handler-context.js';
import type { RequestSpan } from '../../core/api/telemetry.js';
import type { FileRange } from '../../wire/file-uri.js';
import type { TaskSwitch } from '../../core/service/task-port.js';
import { addBearer, findCredentials, noCredentials, type Credentials, type FindCredentials } from './credentials.js';
import type { Deadline } from './deadline.js';
import { checkHeaders } from './extra-headers.js';
import type { ForwardApi, ForwardOperation, ForwardOptions } from './forward-definition.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { readApiCredentials } from './read-api-credentials.js';
import { resolveServer } from './resolve-server.js';
import type { Pair } from './serialize-style.js';

/** Tool call that calls an API. */
export interface ForwardCall {
  readonly tool: string;
  /**
   * Context of the call. `credentials` is the user's function, `exchange` has the span of the request, `task` is set
   * for a durable task.
   */
  readonly context: Pick<HandlerContext, 'auth' | 'http' | 'signal'> & {
    readonly app?: unknown;
    readonly credentials?: AskCredentials<never, never> | undefined;
    readonly delegation?: Delegation | undefined;
    readonly visit?: DelegationContext['visit'];
    readonly exchange?: { readonly span?: RequestSpan | undefined };
    readonly task?: TaskSwitch | undefined;
    readonly hasFileLinks?: boolean;
    /** Whether the request is described instead of sent. */
    readonly isDryRun?: boolean;
    readonly supplied?: readonly string[];
    readonly fileRead?: { readonly range: FileRange | undefined } | undefined;
  };
  /** Additional headers of this call. */
  readonly headers?: ForwardOptions['headers'] | undefined;
}

/** Pattern for names of headers whose values are secrets. */
export const secretNames = /auth|cookie|key|pass|secret|session|signature|token/u;

/**
 * Returns a function that finds the credentials of one call. Headers of the call come first, then the return value of
 * the user's `credentials`, then the caller's access token for the API, then the environment.
 *
 * @throws ForwardError for headers that cannot be set.
 */
export function makeFinder({ tool, context, headers }: ForwardCall): FindCredentials {
  const extra = headers === undefined ? [] : checkHeaders(headers);
  const isReplaced = extra.some(([name]) => name === 'authorization');
  let renew = false;
  let formerSecrets: readonly string[] = [];
  return async (api, operation, base, deadline) => {
    if (isReplaced) return addHeaders(noCredentials(), extra);
    const isForCaller = (context.credentials ?? api.delegated) !== undefined && isAtHome(api, operation, base);
    const request = { api, operation, tool, context, renew, deadline };
    const supplied = isForCaller ? ((await callCredentials(request)) ?? (await findDelegated(request))) : undefined;
    supplied?.renewals.push(() => void (renew = true));
    // An API may echo the credentials that it rejected.
    supplied?.secrets.push(...formerSecrets);
    formerSecrets = supplied?.secrets ?? formerSecrets;
    const found = supplied ?? findForOtherHosts(request) ?? (await findCredentials(api, operation, base, deadline));
    return addHeaders(found, extra);
  };
}

function addHeaders(found: Credentials, extra: readonly Pair[]): Credentials {
  for (const [name, value] of extra) {
    found.headers.push([name, value]);
    // Also without the scheme, such as `Bearer`, because an API may echo the token alone.
    if (secretNames.test(name)) found.secrets.push(value, value.slice(value.lastIndexOf(' ') + 1));
  }
  return found;
}

/**
 * Whether an operation is served by the origin of its API. A document can specify other servers for some operations.
 */
function isAtHome(api: ForwardApi, { server }: ForwardOperation, base: string): boolean {
  if (server === undefined) return true;
  try {
    return new URL(resolveServer(api, api.server)).origin === new URL(base).origin;
  } catch {
    return false;
  }
}

/**
 * For an API that is called on behalf of callers, returns no credentials if an HTTP call is for a different host,
 * because that host gets no user tokens, and the credentials from the environment are for stdio. Returns `undefined`
 * for any other call.
 *
 * @throws ForwardError if the operation needs credentials.
 */
function findForOtherHosts({ api, operation, context }: CredentialsRequest): Credentials | undefined {
  const { security = [] } = operation;
  if (api.delegated === undefined || context.http === undefined || security.length === 0) return undefined;
  if (security.some((requirement) => Object.keys(requirement).length === 0)) return noCredentials();
  const reason = 'this operation is on another host, which gets no user tokens';
  throw new ForwardError(`No credentials for the ${api.name} API: ${reason}`);
}

interface CredentialsRequest extends Pick<ForwardCall, 'tool' | 'context'> {
  readonly api: ForwardApi;
  readonly operation: ForwardOperation;
  readonly renew: boolean;
  readonly deadline: Deadline;
}

/**
 * Calls the user's `credentials`. Returns `undefined` if the function does.
 *
 * @throws ForwardError with the message of an `AccessError`, or after a timeout; ProtocolError; CredentialsError for
 *   other errors and for return values that are not credentials.
 */
async function callCredentials(request: CredentialsRequest): Promise<Credentials | undefined> {
  const { api, operation, tool, context, renew, deadline } = request;
  const { auth, credentials } = context;
  if (credentials === undefined) return undefined;
  const { signal } = deadline;
  const summary = `No credentials for the ${api.name} API`;
  const call = async (): Promise<unknown> =>
    credentials({
      app: context.app as never,
      api: api.name as never,
      tool,
      principal: auth?.principal,
      auth,
      security: operation.security,
      renew,
      signal,
    });
  try {
    const returned = await deadline.limit(call());
    return returned === undefined ? undefined : readApiCredentials(returned, api, operation);
  } catch (error) {
    if (error instanceof AccessError) throw new ForwardError(error.message);
    if (deadline.isOver()) throw new ForwardError(`${summary}: \`credentials\` timed out`);
    if (error instanceof ProtocolError || signal.aborted) throw error;
    throw new CredentialsError(summary, messageOf(error), error);
  }
}

/**
 * Finds the access token for an API that is called on behalf of the caller. Returns `undefined` for other APIs, for
 * operations without credentials, and on stdio if the definition specifies credentials from the environment.
 *
 * @throws ForwardError for a call without a caller, and the errors of the delegation.
 */
async function findDelegated({
  api,
  operation,
  context,
  deadline,
}: CredentialsRequest): Promise<Credentials | undefined> {
  const { delegation, http } = context;
  if (api.delegated === undefined || (operation.security ?? []).length === 0) return undefined;
  // The caller's token is not stored, and will have expired when the task continues.
  const isDurable = context.task?.takeFailure !== undefined;
  if (isDurable && http !== undefined) {
    const reason = 'it is called on behalf of a user, but a durable task has no access token of its user';
    throw new ForwardError(`No credentials for the ${api.name} API: ${reason}`);
  }
  if (delegation === undefined) {
    if (api.delegated === 'http' && http === undefined) return undefined;
    const reason = 'it is called on behalf of a user, but stdio has no users: start the server with `--http`';
    throw new ForwardError(`No credentials for the ${api.name} API: ${reason}`);
  }
  const { token, secrets, forget } = await deadline.limit(delegation.findToken({ api: api.name, context }));
  const found = noCredentials();
  addBearer(found, token);
  found.secrets.push(...secrets);
  found.renewals.push(forget);
  return found;
}
