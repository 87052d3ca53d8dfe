import type { Service } from './service.js';
/** Takes entries out of what is served, and puts them back; what is out is neither listed nor answered. */
export interface EntryControl {
    /** @throws TypeError for what is not in the definition. */
    enable(name: string): void;
    /** @throws TypeError for what is not in the definition. */
    disable(name: string): void;
}
/**
 * Changes what a server offers while it runs; `setup` gets it. Clients are told where the definition declares the
 * capability (`listChanged`, `subscribe`).
 */
export interface ServerControl {
    readonly tools: EntryControl;
    readonly prompts: EntryControl;
    /** By URI. */
    readonly resources: EntryControl & {
        /** Says that what is behind a URI has changed, to those who subscribed to it. */
        updated(uri: string): void;
    };
    /** By URI template. */
    readonly resourceTemplates: EntryControl;
}
/** The control of a service. */
export declare function controlServer({ definition, enabled }: Service): ServerControl;
