/**
 * Keeps a function out of memory until it is first called. A server that is only asked what it has starts faster without
 * the code that answers calls.
 *
 * @param load Loads the module.
 * @param pick Takes the function out of it.
 * @returns Calls the function: at once when it is there already.
 */
export function loadLazily<Loaded, Given extends unknown[], Result>(
  load: () => Promise<Loaded>,
  pick: (loaded: Loaded) => (...given: Given) => Result,
): (...given: Given) => Result | Promise<Awaited<Result>> {
  let act: ((...given: Given) => Result) | undefined;
  const loadAndAct = async (given: Given): Promise<Awaited<Result>> => {
    act = pick(await load());
    return await act(...given);
  };
  return (...given) => (act === undefined ? loadAndAct(given) : act(...given));
}
