/** How much a page tells of each tool. */
export interface SiteDetail {
  readonly hasInputs: boolean;
  readonly hasOutputs: boolean;
  readonly hasExamples: boolean;
  /** Every list is a table of names and first sentences. */
  readonly isBrief: boolean;
  /** Most entries of each list: tools, operations, prompts, resources, templates. */
  readonly maxEntries: number;
  /** Names of missing parts, for readers; empty when nothing is missing. */
  readonly note: string;
}

/** Degrees of detail, from the most to the least. A page gets the first one with which it is not too long. */
export const siteDetails: readonly SiteDetail[] = [
  {
    hasInputs: true,
    hasOutputs: true,
    hasExamples: true,
    isBrief: false,
    maxEntries: Number.POSITIVE_INFINITY,
    note: '',
  },
  {
    hasInputs: true,
    hasOutputs: false,
    hasExamples: true,
    isBrief: false,
    maxEntries: Number.POSITIVE_INFINITY,
    note: 'Results are omitted: with them the page would exceed 2 MB.',
  },
  {
    hasInputs: false,
    hasOutputs: false,
    hasExamples: false,
    isBrief: false,
    maxEntries: Number.POSITIVE_INFINITY,
    note: 'Inputs, results and examples are omitted: with them the page would exceed 2 MB.',
  },
  {
    hasInputs: false,
    hasOutputs: false,
    hasExamples: false,
    isBrief: true,
    maxEntries: Number.POSITIVE_INFINITY,
    note: 'Only names and purposes are here: the page would be longer than 2 MB with more.',
  },
];

/** The least detail, for servers with so many entries that nothing else fits. */
export const leastDetail: SiteDetail = {
  hasInputs: false,
  hasOutputs: false,
  hasExamples: false,
  isBrief: true,
  maxEntries: 500,
  note: 'Only names and purposes of the first 500 entries of each list are here: the page would be longer than 2 MB with more.',
};
