/** Searched text of an operation. */
export interface SearchedOperation {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Method and path template; `''` for a tool that is not an API operation. */
  readonly request: string;
  /**
   * Words that its other text does not contain, as lists separated by `|`: names of arguments, enumerated values, words
   * of the descriptions of arguments, and members of the result.
   */
  readonly keywords?: string;
}

/** Weights of the texts of an operation, in the order of {@link listTexts}. */
export const weights: readonly number[] = [
  5, // name
  4, // title
  2, // tags
  3, // path
  1, // rest of the description
  0.7, // names of arguments
  0.7, // enumerated values
  0.25, // descriptions of arguments
  0.1, // members of the result
];

/** Maximum length of a first sentence that counts as a title, in characters. */
const maxTitle = 200;

/** Lists the searched texts of an operation. */
export function listTexts(operation: SearchedOperation): readonly string[] {
  const { name, title, description, tags, request, keywords = '' } = operation;
  const summary = title ?? description.slice(0, maxTitle).split(/[.\n]/u, 1)[0] ?? '';
  const rest = title === undefined ? description.slice(summary.length) : description;
  const [names = '', values = '', descriptions = '', members = ''] = keywords.split('|');
  const path = request.slice(request.indexOf(' ') + 1);
  return [name, summary, tags.join(' '), path, rest, names, values, descriptions, members];
}
