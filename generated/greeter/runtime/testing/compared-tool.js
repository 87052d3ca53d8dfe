/** The tool of a name; rejects when its validators cannot be loaded. */
export async function findTool({ tools }, name) {
    const tool = tools.find((each) => each.name === name);
    return tool && { ...tool, hasOutput: (await tool.validators()).output !== undefined };
}
