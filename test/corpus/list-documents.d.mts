export function listDocuments(folder: string): Promise<readonly string[]>;
