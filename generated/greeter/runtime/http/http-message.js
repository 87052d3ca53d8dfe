/** Of most answers, apart from what their body needs. */
export const noHeaders = {};
