import type { Service, Tool } from '../service/service.js';
import type { OperationDefinition, ToolDiscovery } from '../api/operation-definition.js';
/** The operations that three tools stand for, those of toolsets that were not chosen left out. */
export declare class Catalogue {
    #private;
    constructor(service: Service, operations: readonly OperationDefinition[]);
    /** The operation of a name. */
    find(name: string): OperationDefinition | undefined;
    /** The operations that fit a query, best first; the index is made by the first search. */
    search(query: string): readonly OperationDefinition[];
    /** An operation as the tool that it would be by itself. */
    open(operation: OperationDefinition): Promise<Tool>;
}
/** The operations of a discovery, which are loaded once for each service. */
export declare function openCatalogue(service: Service, { load }: ToolDiscovery): Promise<Catalogue>;
