/**
 * A fetch with which the server carries out a POST once: if its answer is lost, the next POST of the same content gets
 * that answer (`Idempotency-Key`).
 */
export function sendOnce(doFetch: typeof fetch): typeof fetch {
  const lost = new Map<string, string>();
  return async (address, init) => {
    if (init?.method !== 'POST') return doFetch(address, init);
    const content = `${address} ${init.body}`;
    const key = lost.get(content) ?? String(Math.random()); // the server keeps the keys of each user apart
    const headers = { ...(init.headers as Record<string, string>), 'Idempotency-Key': key };
    try {
      const response = await doFetch(address, { ...init, headers });
      await response.clone().text(); // an answer that breaks off is lost as well
      lost.delete(content);
      return response;
    } catch (error) {
      lost.set(content, key);
      throw error;
    }
  };
}
