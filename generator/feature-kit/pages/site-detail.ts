/** Level of detail of a page. */
export interface SiteDetail {
  readonly hasInputs: boolean;
  readonly hasOutputs: boolean;
  readonly hasExamples: boolean;
  /** Whether lists are reduced to tables of names and first sentences. */
  readonly isBrief: boolean;
  /** Maximum number of entries per list: tools, operations, prompts, resources, templates. */
  readonly maxEntries: number;
  /** Note for readers about omitted parts; `''` if the page is complete. */
  readonly note: string;
}

/** Levels of detail, most detailed first. A page uses the first level that fits. */
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
    note: 'Results are omitted to keep this page below 2 MB.',
  },
  {
    hasInputs: false,
    hasOutputs: false,
    hasExamples: false,
    isBrief: false,
    maxEntries: Number.POSITIVE_INFINITY,
    note: 'Inputs, results and examples are omitted to keep this page below 2 MB.',
  },
  {
    hasInputs: false,
    hasOutputs: false,
    hasExamples: false,
    isBrief: true,
    maxEntries: Number.POSITIVE_INFINITY,
    note: 'Everything except names and purposes is omitted to keep this page below 2 MB.',
  },
];

/** Least detailed level, for servers with so many entries that no other level fits. */
export const leastDetail: SiteDetail = {
  hasInputs: false,
  hasOutputs: false,
  hasExamples: false,
  isBrief: true,
  maxEntries: 500,
  note: 'Only names and purposes of the first 500 entries of each list are shown, to keep this page below 2 MB.',
};
