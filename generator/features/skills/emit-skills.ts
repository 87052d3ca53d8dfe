import { propertyName, stringLiteral } from '../../core/code/escape.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { jsonObjectOf, stringifyJson } from '../../core/model/json.js';
import type { Model } from '../../core/model/model.js';
import { contentExpression } from '../../feature-kit/emit/emit-contents.js';

/** Path of the module with the files of a skill, relative to the generated folder, without suffix. */
function moduleOf(skill: string): string {
  // No part of a path has two hyphens, and no device of Windows begins so.
  return `skills/skill-${skill.replaceAll('/', '--')}`;
}

/** An expression that loads the content of the `SKILL.md` of a skill. */
export function mainFileExpression(skill: string): string {
  return `async () => (await import(${stringLiteral(`./${moduleOf(skill)}.ts`)})).files['SKILL.md']`;
}

/**
 * The files `skills.ts`, with the table of the skills, and `skills/…`, with the contents of each: a server loads them when they are
 * read. None for a server without skills.
 */
export function emitSkills({ skills }: Model, render: RenderTemplate): readonly GeneratedFile[] {
  if (skills.length === 0) return [];
  const table = render('generated/skills.ts', {
    skills: skills.map(({ path, uri, frontmatter, files }) => ({
      uri: stringLiteral(uri),
      frontmatter: stringLiteral(stringifyJson(frontmatter)),
      files: files.map((file) =>
        jsonExpression(
          jsonObjectOf({
            path: file.path,
            uri: file.uri,
            mimeType: file.mimeType,
            digest: file.digest,
            size: file.size,
          }),
        ),
      ),
      module: stringLiteral(`./${moduleOf(path)}.ts`),
    })),
  });
  return [
    { path: 'skills.ts', content: table },
    ...skills.map(({ path, files }) => ({
      path: `${moduleOf(path)}.ts`,
      content: render('generated/skill-files.ts', {
        files: files.map((file) => ({ name: propertyName(file.path), content: contentExpression(file.content) })),
      }),
    })),
  ];
}
