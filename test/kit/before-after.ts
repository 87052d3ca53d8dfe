/** A text before and after an edit, from one in which `‹…›` is what the edit takes away and `«…»` what it adds. */
export function beforeAndAfter(marked: string): { readonly before: string; readonly after: string } {
  return {
    before: marked.replaceAll(/«[^»]*»|[‹›]/gu, ''),
    after: marked.replaceAll(/‹[^›]*›|[«»]/gu, ''),
  };
}
