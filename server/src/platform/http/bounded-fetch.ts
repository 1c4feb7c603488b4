const BODY_MAX_BYTES = 256_000; // the largest answers are lists of keys, of a few kilobytes

/**
 * `fetch` for libraries that read complete answers of a service, which must not fill the memory. A body of more than
 * 256 kB fails. `init` is that of `fetch`; each library declares it with its own types.
 */
export async function boundedFetch(url: string | URL, init: object = {}): Promise<Response> {
  const answer = await fetch(url, init as RequestInit);
  if (answer.body === null) return answer;
  let left = BODY_MAX_BYTES;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new Error(`${new URL(url).host} answers with too much`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(bound), { status, statusText, headers });
}
