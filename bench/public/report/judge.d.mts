/** Compares results with the goals. */
export function judge(results: {
  readonly isApart: boolean;
  readonly cores: string;
  readonly subjects: Readonly<Record<string, object>>;
}): readonly { readonly isMet: boolean; readonly text: string }[];
