import type { JsonObject } from '../../core/model/json.js';
import type { Model, StoredContentModel } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Folder with instructions for agents. */
export interface SkillModel {
  /** Path that ends with the skill name, such as `acme/billing/refunds`. */
  readonly path: string;
  /** URI of `SKILL.md`. */
  readonly uri: string;
  /** YAML at the beginning of `SKILL.md`. */
  readonly frontmatter: JsonObject;
  /** All files, `SKILL.md` first. */
  readonly files: readonly SkillFileModel[];
}

/** Skill file. */
export interface SkillFileModel {
  /** Path in the skill folder, with forward slashes. */
  readonly path: string;
  readonly uri: string;
  readonly mimeType: string;
  /** SHA-256 of the content: `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** Size of the content in bytes. */
  readonly size: number;
  readonly content: StoredContentModel;
}

/** Skills of a model. The `SKILL.md` of each skill is also one of the resources. */
export const skillsPart = new PartKey<readonly SkillModel[]>('skills');

/** Returns the skills of a model; `[]` if there are none. */
export function skillsOf(model: Model): readonly SkillModel[] {
  return skillsPart.of(model) ?? [];
}
