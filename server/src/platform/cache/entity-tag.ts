/** True if If-Match or If-None-Match names this content, in any encoding (RFC 9110, 13.1). */
export function matchesHash(header: string, hash: string): boolean {
  return header.split(',').some((tag) => {
    const name = tag.trim();
    return name === '*' || name.replace(/^W\//, '').replace(/^"(.*?)(-br|-gzip)?"$/, '$1') === hash;
  });
}
