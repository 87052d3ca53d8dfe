import { propertyName, stringLiteral } from '../../core/code/escape.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { jsonObjectOf, stringifyJson } from '../../core/model/json.js';
import type { SkillModel } from './skills-part.js';
import { contentExpression } from '../../feature-kit/emit/emit-static-content.js';

/** Returns the module path of a skill's files, relative to the generated folder, without its extension. */
export function moduleOf(skill: string): string {
  // Skill paths never contain two hyphens in a row, and no Windows device name begins with `skill-`.
  return `skills/skill-${skill.replaceAll('/', '--')}`;
}

/**
 * Emits `skills.ts`, with the table of skills, and `skills/…`, with the files of each skill, which a server loads on
 * first read.
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
