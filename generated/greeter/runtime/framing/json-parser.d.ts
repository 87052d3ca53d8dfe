/** How messages on a stream are parsed; the modern era brings a way of its own when it is first spoken. */
export declare const jsonParser: {
    parse: (text: string) => unknown;
};
