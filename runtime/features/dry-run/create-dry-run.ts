import { error, ToolResult } from '../../core/api/builders.js';
import type { AroundCall, EncodedMembers, SurroundedCall } from '../../core/api/tool-calls.js';
import { VisibleError } from '../../core/api/errors.js';
import type { HandlerContext, NoElicitations, RequestedSchema } from '../../core/api/handler-context.js';
import { exactTwins } from '../../wire/exact-integers.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { describeOutcome, fillMessage } from './describe-outcome.js';
import type { DryRunContext } from './dry-run-context.js';

/**
 * How a tool runs dry.
 *
 * @see docs/decisions/0066-a-dry-run-never-calls-the-handler.md
 */
export interface DryRunOptions {
  /** Whether clients can ask for a dry run with the argument `dryRun`. */
  readonly hasArgument: boolean;
  /**
   * Function that dry runs call instead of the handler. Absent: the handler is generated, and follows `isDryRun` of its
   * context.
   */
  readonly preview?: (input: never, context: never) => unknown;
  /**
   * Question to the user before a call that is not dry: text and placeholder names by turns. `dryRun` is the outcome of
   * a dry run, and `dryRun.name` one of its members.
   */
  readonly confirm?: readonly string[];
}

const argument = 'dryRun';
const note = 'Dry run. Nothing was changed: this is what the call would do.';
const noFields: RequestedSchema = { type: 'object', properties: {} };

type Context = HandlerContext<NoElicitations, never>;

/** Creates the function that runs the calls of a tool: dry, or after the confirmation, if any, for real. */
export function createDryRun(options: DryRunOptions): AroundCall {
  return async (call) => {
    const { input, context } = call;
    const refused = Object.keys(input).find((name) => isMisspelled(name, options));
    if (refused !== undefined) return error(describeMisspelled(refused, options));
    const args = withoutFlag(input);
    if (options.hasArgument && input[argument] === true) {
      call.mark('dry_run');
      return call.finish(await tryOut(options, call, args, context), mark);
    }
    const failure = await confirm(options, call, args);
    return failure ?? call.run(args, follow(context, false));
  };
}

/** Runs a call dry. */
function tryOut(
  { preview }: DryRunOptions,
  call: SurroundedCall,
  args: JsonObject,
  context: Context,
): Promise<unknown> {
  const dry = follow(context, true);
  return preview === undefined ? call.run(args, dry) : call.settle(preview(args as never, dry as never));
}

/** Sets the mode of a context. It is the same object, because a copy would lose its getters. */
function follow(context: Context, isDryRun: boolean): Context & DryRunContext {
  return Object.assign(context, { isDryRun });
}

/**
 * Shows the outcome of a dry run to the user, and asks whether the call may be made. Returns the outcome if it is an
 * error: the call would fail, too.
 *
 * @throws VisibleError if the user does not confirm; an error if the client does not support elicitation.
 */
async function confirm(options: DryRunOptions, call: SurroundedCall, args: JsonObject): Promise<unknown> {
  const { confirm: message } = options;
  if (message === undefined) return undefined;
  // A context of its own, so that no work that outlasts the dry run sees the mode of the real one.
  const outcome = await call.branch((branch) => tryOut(options, call, args, branch));
  if (ToolResult.partsOf(outcome)?.isError === true) return outcome;
  const text = fillMessage(message, args, describeOutcome(outcome));
  const { action } = await call.context.elicit(text, noFields, { key: 'confirm' });
  if (action !== 'accept') throw new VisibleError('The user did not confirm. Nothing was changed.');
  return undefined;
}

/** Whether an argument looks like the one for dry runs, and is not: a call with it must not be made for real. */
function isMisspelled(name: string, { hasArgument }: DryRunOptions): boolean {
  const isMeant = /^(?:is)?dryrun$/iu.test(name.replaceAll(/[\s_-]/gu, ''));
  return isMeant && !(hasArgument && name === argument);
}

function describeMisspelled(name: string, { hasArgument }: DryRunOptions): string {
  const advice = hasArgument ? `Use "${argument}".` : 'Calls of this tool cannot be dry runs.';
  return `There is no argument "${name}". Nothing was changed. ${advice}`;
}

/** Marks the result of a dry run, whose first member is `content`: in a text for models, and in `_meta`. */
function mark({ members, meta }: EncodedMembers): EncodedMembers {
  const block = JSON.stringify({ type: 'text', text: note });
  const marked = String(members).replace(
    /^"content":\[(\]?)/u,
    (_start, end: string) => `"content":[${block}${end || ','}`,
  );
  return { members: marked, meta: { ...meta, 'create-mcp-from-schema/dryRun': true } };
}

/** Returns the arguments for the handler, and keeps their exact integers. */
function withoutFlag(input: JsonObject): JsonObject {
  if (!Object.hasOwn(input, argument)) return input;
  const { [argument]: _, ...args } = input;
  const exact = exactTwins.get(input);
  if (isJsonObject(exact)) {
    const { [argument]: _flag, ...rest } = exact;
    exactTwins.set(args, rest);
  }
  return args;
}
