/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export async function* readEvents(body) {
    const decoder = new TextDecoder();
    const reader = body.getReader();
    let text = '';
    for (;;) {
        const { done, value } = await reader.read();
        if (done)
            return;
        text += decoder.decode(value, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks)
            yield readEvent(block);
    }
}
function readEvent(block) {
    const field = (name) => block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    const retry = field('retry');
    return { data: field('data') ?? '', id: field('id'), retryMs: retry === undefined ? undefined : Number(retry) };
}
