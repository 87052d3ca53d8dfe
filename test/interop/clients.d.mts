export interface Way {
  readonly serve: 'stdio' | 'HTTP';
  readonly notes?: { readonly [cell: string]: string };
}

export interface Client {
  readonly name: string;
  readonly version: string;
  readonly driver: string;
  readonly ways: readonly Way[];
}

export const officialClients: { readonly [name: string]: string };
export const clients: readonly Client[];
export function titleOf(client: Client, way: Way): readonly [string, string];
