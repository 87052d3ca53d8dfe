import { jsonObjectOf } from '../../core/model/json.js';
import type { ToolModel } from '../../core/model/model.js';
import { toolSettings, type ToolSettings } from '../../core/model/tool-settings.js';
import { stringLiteral } from '../../core/code/escape.js';
import { memberViews, type MemberView } from '../../core/code/json-expression.js';
import type { ToolFields } from '../descriptors/descriptor-fields.js';
import { elicitationsExpression } from './elicitations-view.js';

/** Location of a tool's validators: a module in the generated folder and its export names. */
interface ValidatorLocation {
  readonly module: string;
  readonly input: string;
  readonly supplied?: string;
  readonly output?: string;
}

/** Locations of validators by tool name. */
export type ToolValidators = ReadonlyMap<string, ValidatorLocation>;

/**
 * Returns a tool as members of an object literal, without its descriptor.
 * @param loadModule Expression for a function that loads the module of the validators.
 * @param added Members that features add.
 */
export function toolMembers(
  tool: ToolModel,
  { wrapsLegacyOutput, headers }: ToolFields,
  location: ValidatorLocation | undefined,
  loadModule: string,
  added: readonly MemberView[],
): readonly MemberView[] {
  const { handler, output, returns, isInactive, annotations, next } = tool;
  const settings = Object.keys(toolSettings).map((key) => [key, tool[key as keyof ToolSettings]] as const);
  const allowsInvalidOutput = handler.kind === 'forward' && handler.allowsInvalidOutput && output !== undefined;
  const { supplied, output: outputName } = location ?? {};
  const names = [location?.input ?? '', ...(outputName === undefined && supplied === undefined ? [] : [outputName])];
  const exported = [...names, ...(supplied === undefined ? [] : [supplied])].map((name) =>
    name === undefined ? 'undefined' : stringLiteral(name),
  );
  return [
    ...memberViews({
      name: tool.name,
      operationId: tool.operationId,
      wrapsLegacyOutput: wrapsLegacyOutput || undefined,
      allowsInvalidOutput: allowsInvalidOutput || undefined,
      allowsUnstructured:
        (handler.kind === 'forward' && handler.allowsUnstructured === true && output !== undefined) || undefined,
      returns: returns?.map(({ name }) => name),
      isTextOnly: (returns !== undefined && output === undefined) || undefined,
      ...Object.fromEntries(settings),
      isInactive,
      isReadOnly: annotations?.get('readOnlyHint') === true || undefined,
      headers: headers.length > 0 ? headers.map((header) => jsonObjectOf({ ...header })) : undefined,
    }),
    ...added,
    ...memberViews(
      { next },
      {
        elicitations: elicitationsExpression(tool),
        validators: `pickValidators(${[loadModule, ...exported].join(', ')})`,
      },
    ),
  ];
}
