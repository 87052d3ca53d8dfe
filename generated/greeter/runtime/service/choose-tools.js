/** The name that means every toolset. */
const everyToolset = 'all';
/**
 * Takes out of the enabled entries what is not chosen, and the tools that are inactive.
 *
 * @returns Rejects with an Error that says what there is, for a toolset or a tool that does not exist, and for a tool that is inactive.
 */
export async function chooseTools({ definition, enabled }, { toolsets, tools }) {
    const wanted = toolsets ?? (tools === undefined ? definition.selection?.defaults : undefined);
    checkToolsets(definition, wanted ?? []);
    const all = await definition.tools.load();
    checkTools(all, tools ?? []);
    enabled.toolsets = wanted === undefined || wanted.includes(everyToolset) ? undefined : new Set(wanted);
    const isWanted = (tool) => {
        if (tools?.includes(tool.name) === true)
            return true;
        return (wanted !== undefined || tools === undefined) && isInToolsets(tool, enabled.toolsets);
    };
    for (const tool of all) {
        if (tool.isInactive === true || !isWanted(tool))
            enabled.set('tools', tool.name, false);
    }
}
/**
 * Whether something is served when these toolsets are.
 *
 * @param chosen `undefined`: all.
 */
export function isInToolsets({ toolsets }, chosen) {
    return chosen === undefined || toolsets === undefined || toolsets.some((toolset) => chosen.has(toolset));
}
function checkToolsets({ selection }, wanted) {
    const known = selection?.toolsets ?? [];
    const unknown = wanted.find((toolset) => toolset !== everyToolset && !known.includes(toolset));
    if (unknown === undefined)
        return;
    const there = known.length === 0 ? 'this server has none' : `there are ${[...known, everyToolset].join(', ')}`;
    throw new Error(`Unknown toolset "${unknown}"; ${there}`);
}
function checkTools(all, wanted) {
    for (const name of wanted) {
        const tool = all.find((each) => each.name === name);
        if (tool === undefined)
            throw new Error(`Unknown tool "${name}"`);
        if (tool.isInactive === true)
            throw new Error(`Tool "${name}" is not active`);
    }
}
