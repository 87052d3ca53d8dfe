/** Answers every request that it is not there yet. */
export function createWebServer({ close }) {
    return {
        fetch: () => Promise.resolve(new Response(null, { status: 501 })),
        close: async () => void (await close?.()),
    };
}
