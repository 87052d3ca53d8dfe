import { controlServer } from './server-control.js';
/**
 * Brings a service to what it serves at the start: the tools that are chosen, then what `setup` makes of them. What
 * chooses is loaded only where there is a choice.
 *
 * @returns `undefined` where there is nothing to do; rejects for toolsets and tools that do not exist, and when `setup` fails.
 */
export function prepareService(service, choice, setup) {
    const toChoose = (choice.tools ?? choice.toolsets ?? isSelective(service.definition.selection)) ? choice : undefined;
    return (toChoose ?? setup) && prepare(service, toChoose, setup);
}
/** Whether less than everything is served where nobody chooses. */
function isSelective(selection) {
    return (selection?.defaults ?? selection?.hasInactive) !== undefined;
}
async function prepare(service, choice, setup) {
    if (choice)
        await (await import('./choose-tools.js')).chooseTools(service, choice);
    await setup?.(controlServer(service));
}
