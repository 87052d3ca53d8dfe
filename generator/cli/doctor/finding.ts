/** Something that was looked at. */
export interface Finding {
  /** `note`: nothing is wrong, but it may explain something. */
  readonly state: 'fine' | 'note' | 'broken';
  readonly text: string;
  /** What to do about it. */
  readonly help?: string;
}
