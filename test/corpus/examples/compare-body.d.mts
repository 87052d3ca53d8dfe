export function compareBody(mediaType: string, bytes: Buffer, example: unknown): string | undefined;
