/** Stands in texts, ids, headers and paths that are sent. No refusal and no line of the log may hold it. */
export const SENTINEL = "sentinel-7f0c9a21";

export const TOKEN = "a-token-of-the-fuzz-test";

/** The name under which the server answers beside those of its own machine. */
export const HOST = "fuzz.example.org";
