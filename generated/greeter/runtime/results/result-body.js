/** Puts the members of an object between others; `before` and `after` hold their own commas, if there are any members. */
export function wrapMembers(before, members, after) {
    return typeof members === 'string' ? `{${before}${members}${after}}` : [`{${before}`, members, `${after}}`];
}
