import { childOf, entriesOf, stringAt, toJson, type SourceNode } from '../source/source-node.js';
import { isJsonObject } from '../model/json.js';
import type { ElicitationModel, Names } from '../model/model.js';
import { splitWords, toPascalCase } from '../resolve/form-names.js';

/** The questions of a tool, prompt, resource or template; what is wrong with them is found elsewhere. */
export function readElicitations(node: SourceNode, names: Names): readonly ElicitationModel[] {
  return entriesOf(childOf(node, 'elicitations')).map(({ key, value }) => {
    const schema = childOf(value, 'requestedSchema');
    const requestedSchema = schema && toJson(schema);
    const url = stringAt(value, 'url');
    return {
      name: key,
      typeName: `${names.typeName}${toPascalCase(splitWords(key))}Content`,
      message: stringAt(value, 'message') ?? '',
      ...(isJsonObject(requestedSchema) && { requestedSchema }),
      ...(url !== undefined && { url }),
      ...(stringAt(value, 'unavailable') === 'cancel' && { unavailable: 'cancel' }),
    };
  });
}
