/**
 * Loads the validators of a tool from the module that has them, among others.
 *
 * @param input Name of what validates the arguments; `output`: the answer, where the tool has an output schema.
 */
export function pickValidators(load, input, output) {
    return async () => {
        const { [input]: validateInput, [output ?? '']: validateOutput } = await load();
        if (validateInput === undefined)
            throw new TypeError(`There is no validator ${input}`);
        return validateOutput === undefined ? { input: validateInput } : { input: validateInput, output: validateOutput };
    };
}
