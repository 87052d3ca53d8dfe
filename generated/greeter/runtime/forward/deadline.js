/** @param milliseconds From now on. */
export function startDeadline(milliseconds, outer) {
    const controller = new AbortController();
    const end = performance.now() + milliseconds;
    let isOver = false;
    const timer = setTimeout(() => {
        isOver = true;
        controller.abort(new Error(`No answer within ${milliseconds} ms`));
    }, milliseconds);
    const follow = () => controller.abort(outer?.reason);
    if (outer?.aborted === true)
        follow();
    else
        outer?.addEventListener('abort', follow, { once: true });
    return {
        signal: controller.signal,
        isOver: () => isOver,
        remaining: () => end - performance.now(),
        stop: () => {
            clearTimeout(timer);
            outer?.removeEventListener('abort', follow);
        },
    };
}
