/** True if If-None-Match names this content, in whichever encoding the client has stored it (RFC 9110, 13.1.2). */
export function matchesHash(ifNoneMatch: string, hash: string): boolean {
  return ifNoneMatch.split(',').some((tag) => {
    const name = tag.trim();
    return name === '*' || name.replace(/^W\//, '').replace(/^"(.*?)(-br|-gzip)?"$/, '$1') === hash;
  });
}
