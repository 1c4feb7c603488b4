/**
 * The address of audio behind a service that counts downloads. As OP3 documents it (https://op3.dev/setup), `https://`
 * of the address is left out, and `http://` is kept.
 * @param prefix without a slash at its end; `{guid}` in it stands for the guid of the podcast
 */
export const withPrefix = (url: string, prefix: string, guid: string): string =>
  `${prefix.replaceAll('{guid}', guid)}/${url.replace(/^https:\/\//, '')}`;

const OP3 = /https?:\/\/op3\.dev\/e(?:,[^/\s]*)?\/(https?:\/\/)?/g;

/** A text in which every address behind OP3 is the address of the audio itself. */
export const withoutPrefix = (text: string): string =>
  text.replace(OP3, (_, scheme = 'https://') => scheme);
