/** How messages are parsed; the first call of a tool brings a quicker way for those that come after it. */
export const jsonParser: { parse: (text: string) => unknown } = { parse: JSON.parse };
