/**
 * Brings a service to what it serves at the start: the tools that are chosen, then what `setup` makes of them. What does
 * that is loaded only where there is something to do.
 *
 * @throws Error for toolsets and tools that do not exist; what `setup` throws.
 */
export async function prepareService(service, choice, setup) {
    if (choice.tools ?? choice.toolsets ?? service.definition.selection) {
        (await import('./choose-tools.js')).chooseTools(service, choice);
    }
    if (setup !== undefined)
        await setup((await import('./server-control.js')).controlServer(service));
}
