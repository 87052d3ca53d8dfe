/**
 * Adds the keys and definitions of features to the definition format.
 * @param core The format without features.
 * @param fragments `keys`: keys by the object that they are added to (`root`, or the name of a definition); `$defs`:
 * definitions. Each has a `schema` and, unless it comes last, its position among its siblings (`at`).
 */
export function composeFormat(core, fragments) {
  const format = structuredClone(core);
  addAll(
    format.$defs,
    fragments.map(({ $defs = {} }) => $defs),
  );
  const owners = new Set(fragments.flatMap(({ keys = {} }) => Object.keys(keys)));
  for (const owner of owners) {
    const target = owner === 'root' ? format : format.$defs[owner];
    addAll(
      target.properties,
      fragments.map(({ keys = {} }) => keys[owner] ?? {}),
    );
  }
  return format;
}

/** Adds members in the order of their positions, so that each position is correct when it is used. */
function addAll(target, lists) {
  const members = lists.flatMap((list) => Object.entries(list));
  const all = Object.entries(target);
  for (const [key, { at = Infinity, schema }] of members.toSorted(byPlace)) {
    if (Object.hasOwn(target, key)) throw new Error(`Two features add \`${key}\` to the definition format.`);
    all.splice(Math.min(at, all.length), 0, [key, schema]);
  }
  for (const key of Object.keys(target)) delete target[key];
  for (const [key, value] of all) target[key] = value;
}

function byPlace([, one], [, other]) {
  return (one.at ?? Infinity) === (other.at ?? Infinity) ? 0 : (one.at ?? Infinity) - (other.at ?? Infinity);
}
