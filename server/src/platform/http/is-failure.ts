/** True if the server has failed. It has not with 501: the client asks for something that this host does not have. */
export const isFailure = (status: number): boolean => status >= 500 && status !== 501;
