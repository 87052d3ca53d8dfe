import type { JsonObject } from '../../core/model/json.js';
import type { Model, StoredContentModel } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Folder of instructions for agents. */
export interface SkillModel {
  /** Path of the skill, which ends with its name: `acme/billing/refunds`. */
  readonly path: string;
  /** URI of its `SKILL.md`. */
  readonly uri: string;
  /** YAML at the beginning of its `SKILL.md`. */
  readonly frontmatter: JsonObject;
  /** All files, `SKILL.md` first. */
  readonly files: readonly SkillFileModel[];
}

/** File of a skill. */
export interface SkillFileModel {
  /** Path in the folder of the skill, with forward slashes. */
  readonly path: string;
  readonly uri: string;
  readonly mimeType: string;
  /** SHA-256 of the content: `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** Bytes of the content. */
  readonly size: number;
  readonly content: StoredContentModel;
}

/** Skills of a model. The `SKILL.md` of each is one of the resources, too. */
export const skillsPart = new PartKey<readonly SkillModel[]>('skills');

/** Skills of a model; `[]` without any. */
export function skillsOf(model: Model): readonly SkillModel[] {
  return skillsPart.of(model) ?? [];
}
