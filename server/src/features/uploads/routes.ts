import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { acceptFiles, receiveFile } from '../../platform/http/receive-file.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Created, DONE, Done, Success } from '../../platform/http/schemas.ts';
import { readDigests } from './digests.ts';
import { maxFileBytes } from './quota.ts';
import { MediaParams, MediaSchema } from './schema.ts';
import {
  dropReceived,
  getMedia,
  keepReceived,
  type ReceivedFile,
  receiveUpload,
  removeUpload,
  UPLOAD_PACE,
} from './uploads.ts';

/** A multipart body has a few lines around its file. */
const FRAME_BYTES = 100_000;

const answer = Type.Object({ media: MediaSchema });

/** The files of users: sent in one piece, listed and removed. `tus-routes.ts` receives them in pieces. */
export const uploadRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  await acceptFiles(app);

  app.post(apiPath('media', config), {
    config: { action: 'upload.create', limit: 'upload', file: 'file', bodyPace: UPLOAD_PACE },
    schema: {
      summary: 'Uploads a file in one request',
      body: Type.Object({ repack: Type.Optional(Type.Boolean()) }),
      response: Created(answer),
    },
    async handler(request) {
      const digests = readDigests(request.headers);
      const userId = memberId(request);
      const maxBytes = await maxFileBytes(deps, userId);
      const known = request.headers['content-length'];
      const length = Number(known ?? maxBytes);
      if (length > maxBytes + FRAME_BYTES) throw new AppError('PAYLOAD_TOO_LARGE');
      const reservedSize = Math.min(length, maxBytes);
      const frameBytes = known === undefined ? reservedSize : FRAME_BYTES;
      const { kept, fields } = await receiveFile<ReceivedFile, { repack?: boolean }>(request, {
        maxBytes,
        keep: ({ stream, filename, mimeType }) =>
          receiveUpload(deps, {
            userId,
            fileName: filename,
            mimeType,
            reservedSize,
            spareBytes: Math.min(frameBytes, reservedSize - 1),
            source: stream,
            digests,
          }),
        discard: (received) => dropReceived(deps, received),
      });
      await keepReceived(deps, kept, fields);
      const media = await getMedia(deps, kept.uploadId, languageOf(request));
      return { response: { media } };
    },
  });

  app.get(apiPath('media_file', config), {
    config: { action: 'upload.read' },
    schema: {
      summary: 'An upload, and how far its processing is',
      params: MediaParams,
      response: Success(answer),
    },
    async handler(request, reply) {
      reply.header('Cache-Control', 'no-store');
      const media = await getMedia(deps, request.params.media_id, languageOf(request));
      return { response: { media } };
    },
  });

  app.delete(apiPath('media_file', config), {
    config: { action: 'upload.edit' },
    schema: { summary: 'Deletes an upload', params: MediaParams, response: Done },
    async handler(request) {
      await removeUpload(deps, request.params.media_id);
      return DONE;
    },
  });
};
