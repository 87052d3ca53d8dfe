import { listedTools } from '../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import type { Place } from '../../core/model/place.js';
import { mapByName } from '../../core/schema/wire-schema.js';
import { splitWords } from '../../feature-kit/resolve/create-names.js';
import { listTexts, type ReadText } from './read-texts.js';
import { listParameters, type LintedParameter } from './schema-view.js';
import { isEnglish } from './text/english.js';
import { wordsOf } from './text/words.js';

/** Tool whose texts are checked. */
export interface LintedTool {
  readonly tool: ToolModel;
  readonly name: string;
  /** Words of the name in lower case. */
  readonly nameWords: readonly string[];
  readonly description: string;
  /** Words of the description in lower case. */
  readonly words: readonly string[];
  /** Whether the description is in English. */
  readonly isEnglish: boolean;
  readonly parameters: readonly LintedParameter[];
  /** Place of the tool. */
  readonly place: Place;
  /** Place of the description. */
  readonly textPlace: Place;
}

/** Server whose texts are checked. */
export interface LintedServer {
  /** Tools that clients list, except built-in ones. */
  readonly tools: readonly LintedTool[];
  /** All texts that models read, also of tools that are not listed, prompts and resources. */
  readonly texts: readonly ReadText[];
}

/** Prepares a model for the rules. */
export function readServer(model: Model): LintedServer {
  const definitions = mapByName(model.definitions);
  const tools = listedTools(model).filter(({ handler }) => handler.kind !== 'discovery');
  const usesEnglish = isEnglish(
    tools
      .map(({ description = '' }) => description.slice(0, 200))
      .join('\n')
      .slice(0, 4000),
  );
  return {
    texts: listTexts(model),
    tools: tools.map((tool): LintedTool => {
      const { name, description = '' } = tool;
      let parameters: readonly LintedParameter[] | undefined;
      const place: Place = { anchor: { kind: 'tool', key: name }, path: [] };
      return {
        tool,
        name,
        nameWords: splitWords(name).map((word) => word.toLowerCase()),
        description,
        words: wordsOf(description),
        isEnglish: isEnglish(description) ?? usesEnglish ?? /^\p{ASCII}*$/u.test(description.slice(0, 4000)),
        get parameters() {
          parameters ??= listParameters(name, tool.input, definitions);
          return parameters;
        },
        place,
        textPlace: { ...place, path: ['description'] },
      };
    }),
  };
}
