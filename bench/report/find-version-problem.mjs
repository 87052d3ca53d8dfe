/**
 * Returns a message if the results are older than the minor version of the package, else `undefined`.
 *
 * @param measured Version of the measured package, such as `0.3.0`.
 */
export function findVersionProblem(measured, current) {
  const [major, minor] = String(measured).split('.').map(Number);
  const [currentMajor, currentMinor] = current.split('.').map(Number);
  const isCurrent = major > currentMajor || (major === currentMajor && minor >= currentMinor);
  return isCurrent
    ? undefined
    : `bench/results.json is of version ${measured}, the package of ${current}: run \`npm run bench -- --json bench/results.json\`, then \`node bench/draw.mjs\`.`;
}
