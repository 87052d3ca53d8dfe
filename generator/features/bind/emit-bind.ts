import { stringLiteral } from '../../core/code/escape.js';
import { jsonExpression, memberViews, type MemberView } from '../../core/code/json-expression.js';
import { suppliedNames } from '../../core/model/handler-input.js';
import { jsonObjectOf, type Json } from '../../core/model/json.js';
import type {
  DescriptorModel,
  Model,
  PromptModel,
  ResourceTemplateModel,
  ToolModel,
  VariableGroup,
} from '../../core/model/model.js';
import { boundArgumentsOf, findStdioObstacle, listBound, type StdioObstacle } from './bind-part.js';

/** Returns the member of a tool with its bound arguments. */
export function boundMembers(tool: ToolModel): readonly MemberView[] {
  return suppliedMember(tool, `names: ${jsonExpression(suppliedNames(tool))}, `, 'bindArguments');
}

/** Returns the member of a prompt or template with its bound arguments. */
export function boundTextMembers(entry: PromptModel | ResourceTemplateModel): readonly MemberView[] {
  return suppliedMember(entry, '', 'bindTexts');
}

/**
 * @param members Further members, as code.
 * @param creator Function of the runtime that creates the function that adds the arguments.
 */
function suppliedMember(entry: DescriptorModel, members: string, creator: string): readonly MemberView[] {
  const bound = boundArgumentsOf(entry);
  if (bound.length === 0) return [];
  const sources = bound.map(({ name, source, stdio }) => jsonObjectOf({ name, source, stdio }));
  const load = `async () => (await import('create-mcp-from-schema/runtime/bind')).${creator}(${jsonExpression(sources)})`;
  return memberViews({}, { supplied: `{ ${members}load: ${load} }` });
}

/** Returns the members of the server with the values that identify its callers, and with the obstacle to stdio. */
export function identityMembers(model: Model): readonly MemberView[] {
  const all = listBound(model);
  const sources = all.map(({ bound }) => bound.source);
  const claims = sources.flatMap((source): readonly Json[] => {
    const path = source.get('path');
    return Array.isArray(path) && path[0] === 'claims' ? [path.slice(1)] : [];
  });
  const headers = sources.flatMap((source) => (source.get('kind') === 'header' ? [source.get('name') ?? ''] : []));
  const distinct = (values: readonly Json[]): readonly Json[] => [
    ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
  ];
  const obstacle = findStdioObstacle(model);
  const identity = jsonObjectOf({ claims: distinct(claims), headers: distinct(headers) });
  return memberViews(
    { identity: claims.length + headers.length > 0 ? identity : undefined },
    { noStdio: obstacle && `() => { throw new TypeError(${stringLiteral(describeObstacle(obstacle))}); }` },
  );
}

function describeObstacle({ reason }: StdioObstacle): string {
  return (
    `This server cannot be used over stdio: ${reason}. ` +
    'Serve HTTP (--http), or add `stdio` with a value to `bind` of the argument.'
  );
}

/** Lists the environment variables that arguments are bound to. */
export function listBoundVariables(model: Model): readonly VariableGroup[] {
  const uses = listBound(model).flatMap(({ bound: { name, source, stdio }, kind, owner }) =>
    [source, ...(stdio ? [stdio] : [])]
      .filter((each) => each.get('kind') === 'env')
      .map((each) => ({
        variable: String(each.get('name')),
        entry: `the ${kind} \`${owner}\``,
        text: { before: `Value of \`${name}\` for `, after: each === stdio ? ' over stdio' : '' },
      })),
  );
  const variables = [...new Set(uses.map(({ variable }) => variable))].map((name) => {
    const all = uses.filter(({ variable }) => variable === name);
    const { before = '', after = '' } = all[0]?.text ?? {};
    const entries = [...new Set(all.map(({ entry }) => entry))];
    const others = entries.length > 1 ? ` and ${entries.length - 1} more` : '';
    return { name, description: `${before}${entries[0] ?? ''}${others}${after}.`, isNeeded: true };
  });
  return variables.length === 0 ? [] : [{ title: 'Bound arguments', variables }];
}
