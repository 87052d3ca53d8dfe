import type { WorkWatch } from '../interaction/interaction.js';
import type { Service } from '../service/service.js';
/**
 * Notices that a handler which is run again does something for the second time: it waits for what is neither a question nor
 * a step, and then comes to a question or a step of an earlier round. Waiting is told by the event loop, which turns only
 * when a handler has nothing to go on with; what a handler does without waiting cannot be seen, nor what it does
 * beside a question.
 */
export declare class ReplayWatch implements WorkWatch {
    #private;
    constructor(service: Service);
    start(handler: string): void;
    resume(): void;
    pause(): void;
    recognise(): void;
}
