/** Servers that are compared, by name. Ratios are relative to `limit` and `sdk-v2`. */
export const titles = {
  limit: 'limit',
  ours: 'ours',
  'ours-sessions': 'ours, with sessions',
  'sdk-v2': 'SDK v2',
  'sdk-v1': 'SDK v1, Express',
  fastmcp: 'fastmcp',
};
