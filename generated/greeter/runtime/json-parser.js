/** How messages are parsed; the first call of a tool brings a quicker way for those that come after it. */
export const jsonParser = { parse: JSON.parse };
