import { defined, isJsonObject, objectAt } from '../../core/model/json.js';
import type { BoundFunctionModel, ToolModel } from '../../core/model/model.js';
import { booleanAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  entryOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';
import { parseTemplate } from '../../core/uri/parse-template.js';
import { checkPlaceholders } from '../../feature-kit/definition/content-blocks.js';
import { memberPlaceholders } from '../../feature-kit/definition/member-placeholders.js';
import { readArguments } from '../../feature-kit/definition/read-arguments.js';
import { report, resolveFunction, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { isDeclared, isForwarded } from '../../feature-kit/emit/handler-module.js';
import { addArgument, findObstacle } from './add-argument.js';
import { dryRunDiagnostics } from './diagnostics.js';
import { dryRunArgument, dryRunPart } from './dry-run-part.js';
import { withDescribedRequest } from './described-request.js';

/** Reads `dryRun` of a tool. */
export function readDryRun(tool: ToolModel, node: SourceNode, resolution: Resolution): ToolModel {
  const entry = entryOf(node, 'dryRun');
  if (!entry || (entry.value.kind === 'scalar' && entry.value.value !== true)) return tool;
  if (tool.annotations?.get('readOnlyHint') === true) {
    const message = '`dryRun` is for tools that change something, and this one only reads.';
    report(resolution, dryRunDiagnostics['dry-run-read-only'], entry.keyLocation, message, { help: 'Remove it.' });
    return tool;
  }
  const hasArgument = booleanAt(entry.value, 'argument') !== false;
  const confirm = readConfirm(resolution, tool, node, entry);
  if (hasArgument) checkArgument(resolution, tool, entry);
  checkElicitations(resolution, node);
  const bound = readFunction(resolution, tool, entry);
  const described: ToolModel = {
    ...tool,
    ...(hasArgument && { input: addArgument(tool.input) }),
    ...(tool.output && isForwarded(tool) && { output: withDescribedRequest(tool.output) }),
    ...(!isDeclared(tool) && { companion: { exportName: dryRunArgument, handlerType: 'DryRunHandler', doc } }),
  };
  return dryRunPart.on(described, { hasArgument, ...defined({ confirm, bound }) });
}

const doc = 'Runs instead of the handler for a dry run: changes nothing, and returns what the handler would.';

/** Reports arguments that could be taken for the one for dry runs, and schemas that do not admit it. */
function checkArgument(resolution: Resolution, tool: ToolModel, { keyLocation }: MapEntry): void {
  const rule = dryRunDiagnostics['dry-run-argument'];
  const collisions = [...readArguments(resolution, tool).keys()].filter(isConfusable);
  for (const name of collisions) {
    const isSame = name === dryRunArgument;
    const message = `The tool declares an argument \`${name}\`, and \`dryRun\` adds ${isSame ? 'it' : `\`${dryRunArgument}\``}.`;
    const help = `${isSame ? 'Remove it from the input schema' : 'Rename the argument'}, or remove \`dryRun\`.`;
    report(resolution, rule, keyLocation, message, { help });
  }
  const obstacle = findObstacle(resolution, tool.input.schema);
  if (collisions.length > 0 || obstacle === undefined) return;
  const message = `\`dryRun\` adds an argument, which \`${obstacle}\` of the input schema does not admit.`;
  const help = 'List all properties at the root of `inputSchema`, with `additionalProperties: false` only there.';
  report(resolution, rule, keyLocation, message, { help });
}

function isConfusable(name: string): boolean {
  return /^(?:is)?dryrun$/iu.test(name.replaceAll(/[\s_-]/gu, ''));
}

/** Reports elicitations that would show the outcome of a dry run: a handler sends them, with values of its own. */
function checkElicitations(resolution: Resolution, node: SourceNode): void {
  for (const { key, value } of entriesOf(childOf(node, 'elicitations'))) {
    const message = entryOf(value, 'message');
    const names = parseTemplate(stringAt(value, 'message') ?? '').flatMap((part) =>
      'argument' in part ? [part.argument] : [],
    );
    const name = names.find((each) => each === dryRunArgument || each.startsWith(`${dryRunArgument}.`));
    if (message === undefined || name === undefined) continue;
    const problem = `\`{{${name}}}\` is not the outcome of a dry run in \`${key}\`, because a handler sends elicitations.`;
    const help =
      'Use it in `dryRun: { confirm: … }`, which asks before the handler runs. ' +
      'For a value that the handler passes, choose another name.';
    report(resolution, 'unknown-placeholder', message.value.location, problem, { help });
  }
}

/** Reads the function for dry runs of a bound handler. Other handlers export it from their module. */
function readFunction(
  resolution: Resolution,
  { handler }: ToolModel,
  { value, keyLocation }: MapEntry,
): BoundFunctionModel | undefined {
  const named = entryOf(value, 'handler');
  if (handler.kind === 'bound') {
    if (named) return resolveFunction(resolution, value, 'handler');
    const message = 'The tool has a `handler`, which dry runs must not call.';
    const help = 'Add `dryRun: { handler: ./module.ts#function }`, a function that changes nothing.';
    report(resolution, 'missing-key', keyLocation, message, { help });
  } else if (named) {
    const message = '`dryRun.handler` is for tools with `handler`.';
    const help = `Remove it. The handler module exports \`${dryRunArgument}\`, unless dry runs need no function.`;
    report(resolution, 'conflicting-keys', named.keyLocation, message, { help });
  }
  return undefined;
}

/** Reads the question to the user, whose placeholders are arguments and the outcome. */
function readConfirm(
  resolution: Resolution,
  tool: ToolModel,
  node: SourceNode,
  { value }: MapEntry,
): string | undefined {
  const entry = entryOf(value, 'confirm');
  const ofStatement = childOf(childOf(node, 'sql'), 'confirm');
  const argument = entryOf(value, 'argument');
  if (argument && booleanAt(value, 'argument') === false && !entry && !ofStatement) {
    const message = 'Without the argument and `confirm`, nothing makes dry runs.';
    report(resolution, 'conflicting-keys', argument.keyLocation, message, {
      help: 'Add `confirm`, or remove `dryRun`.',
    });
  }
  if (!entry) return undefined;
  if (ofStatement) {
    const message = 'A tool has `sql.confirm` or `dryRun.confirm`, not both.';
    const help = 'Keep `sql.confirm`: it also checks that as many rows change as the user has confirmed.';
    report(resolution, 'conflicting-keys', entry.keyLocation, message, { help });
  }
  const confirm = stringAt(value, 'confirm');
  const { names: outcome, explain } = memberPlaceholders(dryRunArgument, listOutcome(tool, confirm));
  const names = [...readArguments(resolution, tool).keys(), ...outcome];
  resolution.diagnostics.push(...checkPlaceholders(entry.value, { names, explain, owner: 'tool', key: 'inputSchema' }));
  return confirm;
}

/** Lists the members of the outcome of a dry run. */
function listOutcome(tool: ToolModel, confirm = ''): readonly string[] {
  if (isForwarded(tool)) return ['request'];
  const { output } = tool;
  // The columns of a statement with errors are unknown.
  if (isDeclared(tool) && output === undefined) {
    const start = `${dryRunArgument}.`;
    return parseTemplate(confirm).flatMap((part) =>
      'argument' in part && part.argument.startsWith(start) ? [part.argument.slice(start.length)] : [],
    );
  }
  return isJsonObject(output?.schema) ? [...objectAt(output.schema, 'properties').keys()] : [];
}
