const LATER = new Set([408, 425, 429]);

/** True for a status of HTTP that another try may change: trouble of the server (5xx), and "not now". */
export const isPassingFailure = (status: number): boolean => status >= 500 || LATER.has(status);
