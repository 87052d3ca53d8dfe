import { propertyName, stringLiteral } from '../../core/code/escape.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { jsonObjectOf, stringifyJson } from '../../core/model/json.js';
import type { SkillModel } from './skills-part.js';
import { contentExpression } from '../../feature-kit/emit/emit-static-content.js';

/** Path of the module with the files of a skill, relative to the generated folder, without suffix. */
export function moduleOf(skill: string): string {
  // No part of a path has two hyphens, and no device of Windows begins so.
  return `skills/skill-${skill.replaceAll('/', '--')}`;
}

/**
 * The files `skills.ts`, with the table of the skills, and `skills/…`, with the contents of each: a server loads them when they are
 * read.
 */
export function emitSkills(skills: readonly SkillModel[], render: RenderTemplate): readonly GeneratedFile[] {
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
