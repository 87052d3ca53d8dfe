export const goals: readonly { readonly scenario: string }[];
