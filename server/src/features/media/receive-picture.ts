import type { FastifyRequest } from 'fastify';
import { receiveFile } from '../../platform/http/receive-file.ts';
import { readPicture } from '../../platform/images/read-picture.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import type { NewMedia } from './repository.ts';

const MAX_BYTES = 20 << 20;

/**
 * Stores the picture of a multipart request under the hash of its bytes, exactly as it was sent. Nothing refers to it
 * yet: the caller saves it with its owner.
 * @throws AppError INVALID_REQUEST if it is not a whole JPEG or PNG; PAYLOAD_TOO_LARGE
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
        const picture = await draft.withLocalFile(readPicture);
        await draft.keep();
        const { sha256, bytes: file_size } = draft;
        return { sha256, kind: 'image' as const, file_size, duration: 0, ...picture };
      } finally {
        await draft.discard();
      }
    },
  });
  return kept;
}
