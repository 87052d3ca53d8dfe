import { stringLiteral } from '../../core/code/escape.js';
import { jsonExpression, memberViews, type MemberView } from '../../core/code/json-expression.js';
import { suppliedNames } from '../../core/model/handler-input.js';
import { jsonObjectOf, type Json } from '../../core/model/json.js';
import type { Model, ToolModel, VariableGroup } from '../../core/model/model.js';
import { boundArgumentsOf, needsRequest } from './bind-part.js';

/** Returns the member of a tool with its bound arguments. */
export function boundMembers(tool: ToolModel): readonly MemberView[] {
  const bound = boundArgumentsOf(tool);
  if (bound.length === 0) return [];
  const sources = bound.map(({ name, source, stdio }) => jsonObjectOf({ name, source, stdio }));
  const load = `async () => (await import('create-mcp-from-schema/runtime/bind')).bindArguments(${jsonExpression(sources)})`;
  return memberViews({}, { supplied: `{ names: ${jsonExpression(suppliedNames(tool))}, load: ${load} }` });
}

/** Returns the members of the server with the values that identify its callers, and with the obstacle to stdio. */
export function identityMembers({ tools }: Model): readonly MemberView[] {
  const bound = tools.flatMap((tool) => boundArgumentsOf(tool).map((argument) => ({ tool: tool.name, ...argument })));
  const sources = bound.map(({ source }) => source);
  const claims = sources.flatMap((source): readonly Json[] => {
    const path = source.get('path');
    return Array.isArray(path) && path[0] === 'claims' ? [path.slice(1)] : [];
  });
  const headers = sources.flatMap((source) => (source.get('kind') === 'header' ? [source.get('name') ?? ''] : []));
  const distinct = (values: readonly Json[]): readonly Json[] => [
    ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
  ];
  const problem = bound.find(({ source, stdio }) => needsRequest(source) && stdio === undefined);
  const identity = jsonObjectOf({ claims: distinct(claims), headers: distinct(headers) });
  return memberViews(
    { identity: claims.length + headers.length > 0 ? identity : undefined },
    {
      noStdio:
        problem && `() => { throw new TypeError(${stringLiteral(describeProblem(problem.tool, problem.name))}); }`,
    },
  );
}

function describeProblem(tool: string, name: string): string {
  return (
    `This server cannot be used over stdio: the argument "${name}" of the tool "${tool}" comes from the caller, and stdio has none. ` +
    'Serve HTTP (--http), or add `stdio` with a value to `bind` of the argument.'
  );
}

/** Lists the environment variables that arguments are bound to. */
export function listBoundVariables({ tools }: Model): readonly VariableGroup[] {
  const variables = tools.flatMap((tool) =>
    boundArgumentsOf(tool).flatMap(({ name, source, stdio }) =>
      [source, ...(stdio ? [stdio] : [])]
        .filter((each) => each.get('kind') === 'env')
        .map((each) => ({
          name: String(each.get('name')),
          description: `Value of \`${name}\` for the tool \`${tool.name}\`${each === stdio ? ' over stdio' : ''}.`,
          isNeeded: true,
        })),
    ),
  );
  return variables.length === 0 ? [] : [{ title: 'Bound arguments', variables }];
}
