import type { ToolModel } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { splitWords, toPascalCase } from '../../feature-kit/resolve/create-names.js';

/** Returns the name of the type for the data of an error. */
export function nameData({ names }: Pick<ToolModel, 'names'>, error: string, suffix = 'Data'): string {
  return `${nameTypes(names.typeName).handler}${toPascalCase(splitWords(error))}${suffix}`;
}
