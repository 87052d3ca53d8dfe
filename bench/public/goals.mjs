/** Goals: bounds of the ratio of a figure of ours to that of another server in the same run. */
export const goals = [
  { figure: 'requestsPerSecond', title: 'requests per second', subject: 'sdk-v2', atLeast: 8 },
  { figure: 'cpuMicros', title: 'CPU time per request', subject: 'limit', atMost: 1.25 },
  { figure: 'p99', title: 'p99', subject: 'sdk-v2', atMost: 1 / 3 },
];
