/**
 * The text that stands for a `{{placeholder}}`: strings as they are, nothing for a value that is missing, JSON for
 * everything else. What it gives is never searched for placeholders again.
 *
 * @param values Only its own properties count: a placeholder may be called `constructor`.
 */
export function fillPlaceholder(values, name) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined)
        return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
}
