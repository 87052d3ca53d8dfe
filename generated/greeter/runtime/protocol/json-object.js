/** Whether a value is a JSON object: not `null`, not an array. */
export function isJsonObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
