/** @param list Where effects are put down. */
export function recordEffects(list) {
    const effect = (name, detail) => {
        list.push(detail === undefined ? name : `${name} ${JSON.stringify(detail)}`);
    };
    return {
        effect,
        observe: (name, run) => (...parameters) => {
            effect(name);
            return run(...parameters);
        },
    };
}
