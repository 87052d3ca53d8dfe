import type { DescriptorModel, ElicitationModel } from '../../core/model/model.js';
import { parseTemplate } from '../../core/uri/parse-template.js';
import { propertyName, stringLiteral } from '../../core/code/escape.js';
import { memberViews, objectExpression } from '../../core/code/json-expression.js';

/** Returns the elicitations of a descriptor as an object literal; `undefined` if there are none. */
export function elicitationsExpression({ elicitations }: DescriptorModel): string | undefined {
  return objectExpression(
    elicitations.map((elicitation) => ({
      name: propertyName(elicitation.name),
      value: elicitationExpression(elicitation),
    })),
  );
}

function elicitationExpression({ message, requestedSchema, url, unavailable }: ElicitationModel): string {
  const code = { message: partsExpression(message), url: url === undefined ? undefined : partsExpression(url) };
  return objectExpression(memberViews({ requestedSchema, unavailable }, code)) ?? '{}';
}

/** Returns an array literal that alternates text and placeholder names. It begins and ends with text. */
export function partsExpression(template: string): string {
  const parts = [''];
  for (const part of parseTemplate(template)) {
    if ('argument' in part) parts.push(part.argument, '');
    else parts[parts.length - 1] = part.text;
  }
  return `[${parts.map(stringLiteral).join(', ')}]`;
}
