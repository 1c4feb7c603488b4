import { createHash } from 'node:crypto';

/** Identifies a stored text: the words of an imported feed are used only while the text is the same. */
export const textHash = (text: string): string => createHash('md5').update(text).digest('hex');
