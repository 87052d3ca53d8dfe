import type { DescriptorModel, ElicitationModel } from '../../../core/model/model.js';
import { nameTypes } from '../../../core/model/type-names.js';
import { parseTemplate } from '../../../core/uri/parse-template.js';
import { docComment, typePropertyName } from '../../../core/code/escape.js';

/** Returns the type name of a handler's elicitations; `undefined` if it has none. */
export function elicitationsTypeName({ names, elicitations }: DescriptorModel): string | undefined {
  return elicitations.length === 0 ? undefined : nameTypes(names.typeName).elicitations;
}

/** Returns the elicitations of a handler as type members. */
export function elicitationTypesView(descriptor: DescriptorModel) {
  return {
    questionsType: elicitationsTypeName(descriptor) ?? '',
    questions: descriptor.elicitations.map((elicitation) => ({
      doc: docComment(elicitation.message, '  '),
      name: typePropertyName(elicitation.name),
      type: `${parameters(elicitation)} => Promise<${resultType(elicitation)}>`,
    })),
  };
}

/** Lists the runtime types that elicitation types refer to. */
export function runtimeTypesOf(descriptors: readonly DescriptorModel[]): readonly string[] {
  const elicitations = descriptors.flatMap((descriptor) => descriptor.elicitations);
  return [
    ...(elicitations.some(({ requestedSchema }) => requestedSchema !== undefined) ? ['ElicitResult'] : []),
    ...(elicitations.some((elicitation) => listPlaceholders(elicitation).length > 0) ? ['PlaceholderValue'] : []),
    ...(elicitations.some(({ requestedSchema }) => requestedSchema === undefined) ? ['UrlElicitResult'] : []),
  ];
}

/** Lists the names of the types for form content. */
export function contentTypeNames({ elicitations }: DescriptorModel): readonly string[] {
  return elicitations.flatMap(({ typeName, requestedSchema }) => (requestedSchema === undefined ? [] : [typeName]));
}

function parameters(elicitation: ElicitationModel): string {
  const placeholders = listPlaceholders(elicitation);
  if (placeholders.length === 0) return '()';
  const members = placeholders.map((name) => `readonly ${typePropertyName(name)}: PlaceholderValue`);
  return `(values: { ${members.join('; ')} })`;
}

function resultType({ typeName, requestedSchema }: ElicitationModel): string {
  return requestedSchema === undefined ? 'UrlElicitResult' : `ElicitResult<${typeName}>`;
}

function listPlaceholders({ message, url = '' }: ElicitationModel): readonly string[] {
  const parts = [...parseTemplate(message), ...parseTemplate(url)];
  return [...new Set(parts.flatMap((part) => ('argument' in part ? [part.argument] : [])))];
}
