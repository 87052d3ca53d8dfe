/** The tool of a name; rejects when it or its validators cannot be loaded. */
export async function findTool({ tools }, name) {
    const tool = (await tools.load()).find((each) => each.name === name);
    return tool && { ...tool, hasOutput: (await tool.validators()).output !== undefined };
}
