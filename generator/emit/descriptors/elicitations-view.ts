import type { DescriptorModel, ElicitationModel } from '../../model/model.js';
import { parseTemplate } from '../../template-syntax/parse-template.js';
import { propertyName, stringLiteral } from '../../code/escape.js';
import { jsonExpression } from '../../code/json-expression.js';

/** The questions of a descriptor as members of an object; nothing of them is sent before they are asked. */
export function elicitationsView({ elicitations }: DescriptorModel) {
  return elicitations.map((elicitation) => ({
    name: propertyName(elicitation.name),
    value: elicitationExpression(elicitation),
  }));
}

function elicitationExpression({ message, requestedSchema, url, unavailable }: ElicitationModel): string {
  const members = [
    `message: ${partsExpression(message)}`,
    ...(requestedSchema === undefined ? [] : [`requestedSchema: ${jsonExpression(requestedSchema)}`]),
    ...(url === undefined ? [] : [`url: ${partsExpression(url)}`]),
    ...(unavailable === undefined ? [] : [`unavailable: ${stringLiteral(unavailable)}`]),
  ];
  return `{ ${members.join(', ')} }`;
}

/** Text and names of placeholders in turns, beginning and ending with text. */
function partsExpression(template: string): string {
  const parts = [''];
  for (const part of parseTemplate(template)) {
    if ('argument' in part) parts.push(part.argument, '');
    else parts[parts.length - 1] = part.text;
  }
  return `[${parts.map(stringLiteral).join(', ')}]`;
}
