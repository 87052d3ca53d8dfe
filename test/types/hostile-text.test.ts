import { describe, expect, test } from 'vitest';
import { emitTypes } from '../../generator/pipeline/emit/types/emit-types.js';
import { buildModel, definitionModel, promptModel, schemaModel, templateModel, toolModel } from '../kit/build-model.js';
import { compileProject } from './compile-project.js';

const texts = [
  '*/ export const owned = 1; /*',
  '`${process.exit(1)}`',
  "'; export const owned = 1; '",
  '"; export const owned = 1; "',
  '\u2028export const owned = 1;\u2029',
  '\nexport const owned = 1;\r\nexport const owned = 2;\r',
  '</script><script>',
  '__proto__',
  'constructor',
  'class',
  'readonly',
  '🦉👨‍👩‍👧',
  '\ud800 lone \udc00',
  '\u202e right to left \u0000\u0007\ufeff',
  '// @ts-expect-error',
  '@ts-nocheck',
  '@jsxImportSource nowhere',
  '\\u002a/ \\',
  'Token0X "Token1X" Token99999X',
  "$& $1 $` $'",
  '{ } ( ) [ ; :',
  'x'.repeat(10_000),
  '',
  ' ',
];

/** A schema with the text in every place that takes one. */
function schemaWith(text: string): string {
  const quoted = JSON.stringify(text);
  return `{
    "type": "object", "title": ${quoted}, "$id": ${quoted}, "$comment": ${quoted}, "description": ${quoted},
    "tsType": ${quoted}, "tsEnumNames": [${quoted}], ${JSON.stringify(`x-${text}`)}: ${quoted},
    "properties": {
      ${quoted}: { "const": ${quoted}, "description": ${quoted}, "tsType": ${quoted} },
      "value": { "enum": [{ ${quoted}: ${quoted} }, ${quoted}, 1], "tsEnumNames": ["a", "b", "c"] },
      "list": { "type": "array", "items": { "type": "string", "description": ${quoted} } },
      "format": { "type": ${quoted}, "format": ${quoted}, "pattern": ${quoted}, "default": ${quoted} },
      "reference": { "$ref": ${quoted} }
    },
    "patternProperties": { ${quoted}: { "description": ${quoted} } },
    "required": [${quoted}]
  }`;
}

function modelWith(text: string) {
  const schema = schemaModel(schemaWith(text));
  return buildModel({
    definitions: [definitionModel('Root', schemaWith(text))],
    tools: [
      toolModel('Tool', { input: schema, output: schema }),
      toolModel('Lines', { returns: [{ name: text, value: schema }] }),
    ],
    prompts: [promptModel('Prompt', [{ name: text, description: text, required: true }])],
    resourceTemplates: [templateModel('Template', { path: [{ name: text }], query: [] })],
  });
}

describe('text of a definition stays text', () => {
  test('for the compiler', async () => {
    const files: { [path: string]: string } = {};
    for (const [index, text] of texts.entries()) {
      files[`text-${index}/types.ts`] = (await emitTypes(modelWith(text))).content;
      files[`text-${index}/check.ts`] = [
        `import * as types from './types.js';`,
        `import type { PromptArguments, Root, TemplateVariables } from './types.js';`,
        `export const none: [keyof typeof types] extends [never] ? true : false = true;`,
        `export const key: keyof PromptArguments & keyof TemplateVariables = ${JSON.stringify(text)};`,
        `export const literal: Root[typeof key] = ${JSON.stringify(text)};`,
        `// @ts-expect-error`,
        `export const other: Root[typeof key] = 'other';`,
      ].join('\n');
    }
    expect(await compileProject(files)).toBe('');
  });

  test.each(texts)('with nothing hidden in it: %j', async (text) => {
    const code = (await emitTypes(modelWith(text))).content;
    expect(code.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufeff]/u);
  });

  test('and reaches the comment in full', async () => {
    const description = 'One.\r\n\n  @two */ three\t`${four}` \u2028five';
    const { content: code } = await emitTypes(
      buildModel({ definitions: [definitionModel('Root', { type: 'string', description })] }),
    );
    expect(code).toContain(
      '\n\n/**\n * One.\n *\n *   @two *\\/ three  `${four}`\n * five\n */\nexport type Root = string;\n',
    );
  });
});
