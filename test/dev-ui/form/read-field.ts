import { chooseField } from '../../../generator/tools/dev-ui/browser/form/choose-field.js';
import { parseExactJson, readNumber } from '../../../generator/tools/dev-ui/browser/form/exact-json.js';
import type { Schema } from '../../../generator/tools/dev-ui/browser/form/json-schema.js';
import type { SchemaDocument } from '../../../generator/tools/dev-ui/browser/form/schema-document.js';

/** Kinds of the controls that a form shows for a value, and the value as it can be read from what they show. */
export interface ReadForm {
  readonly kinds: readonly string[];
  readonly value: unknown;
}

/** Reads a value from the controls that a form chooses for it, as a person would who copies the form. */
export function readForm(schema: Schema, value: unknown, document: SchemaDocument, depth = 0): ReadForm {
  const { control } = chooseField(schema, value, document, { depth });
  const kinds: string[] = [control.kind];
  const inner = (part: Schema, member: unknown, below = depth + 1): unknown => {
    const read = readForm(part, member, document, below);
    kinds.push(...read.kinds);
    return read.value;
  };
  const read = (): unknown => {
    switch (control.kind) {
      case 'union': {
        const branch = control.branches[control.selected];
        return branch === undefined ? value : inner(branch.schema, value);
      }
      case 'choice':
        return control.values[control.selected];
      case 'boolean':
        return control.checked;
      case 'text':
        return control.text;
      case 'number':
        return control.text === undefined ? undefined : (readNumber(control.text) ?? control.text);
      case 'file':
        return control.base64;
      case 'object': {
        const all = [...control.members.declared, ...control.members.others];
        const given = all.filter((member) => member.value !== undefined);
        return Object.fromEntries(given.map((member) => [member.name, inner(member.schema, member.value)]));
      }
      case 'list':
        return control.items.items.map((item) => inner(item.schema, item.value));
      case 'json': {
        const parsed = parseExactJson(control.text);
        return 'value' in parsed ? parsed.value : undefined;
      }
      default:
        return undefined;
    }
  };
  return { value: read(), kinds };
}
