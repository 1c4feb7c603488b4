import type { FastifyRequest } from 'fastify';
import { receiveFile } from '../../platform/http/receive-file.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import { keepPicture } from './keep-picture.ts';
import type { NewMedia } from './repository.ts';

const MAX_BYTES = 20 << 20;

/**
 * Stores the picture of a multipart request. It has no owner yet: the caller saves it with its owner.
 * @throws AppError INVALID_REQUEST if it is not a complete picture; PAYLOAD_TOO_LARGE
 */
export async function receivePicture(
  request: FastifyRequest,
  store: MediaStore,
): Promise<NewMedia> {
  const { kept } = await receiveFile(request, {
    maxBytes: MAX_BYTES,
    keep: async ({ stream }) => {
      const draft = await store.receive(stream, MAX_BYTES);
      try {
        return await keepPicture(store, draft);
      } finally {
        await draft.discard();
      }
    },
  });
  return kept;
}
