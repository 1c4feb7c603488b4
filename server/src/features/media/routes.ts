import { AppError, IMAGE_SIZES } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import { mediaPath } from '../../platform/http/paths.ts';
import { checkPreconditions } from '../../platform/http/preconditions.ts';
import { GUARDED, sendMedia } from '../../platform/http/send-file.ts';
import { FEED_IMAGE_SIZES } from '../../platform/images/feed-image.ts';
import { findAudio, findImage } from './media.ts';

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Stored audio, and pictures unchanged or as square presets. */
export const mediaRoutes: Feature = async (app, { database, answers, store, images }) => {
  app.get(mediaPath('audio'), {
    schema: { params: Type.Object({ sha256: Sha256, extension: Type.String() }) },
    async handler(request, reply) {
      const { sha256 } = request.params;
      const audio = await findAudio({ database, answers }, sha256, request.actor);
      if (!audio) throw new AppError('NOT_FOUND');
      const passage = app.admitAudio && (await app.admitAudio(request));
      app.audioLog.note(request, reply, { sha256, episodeId: null, isForPlayers: true });
      const file = { store, sha256, mimeType: audio.mimeType, passage };
      return sendMedia(request, reply, audio.isOpen ? file : { ...file, ...GUARDED });
    },
  });

  /** While the database is lost, a preset is sent to all who know the hash: no other file has one. */
  async function isImage(sha256: string): Promise<boolean> {
    try {
      return (await findImage(database, sha256)) !== null;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return true;
      throw error;
    }
  }

  app.get(mediaPath('image'), {
    schema: {
      params: Type.Object({ sha256: Sha256, size: Type.String(), extension: Type.String() }),
    },
    async handler(request, reply) {
      const { sha256, size, extension } = request.params;
      if (size === 'original') {
        const media = await findImage(database, sha256);
        if (!media) throw new AppError('NOT_FOUND');
        return sendMedia(request, reply, { store, sha256, mimeType: media.mime_type });
      }
      if (!(await isImage(sha256))) throw new AppError('NOT_FOUND');
      const sizes = extension === 'jpg' ? [...IMAGE_SIZES, ...FEED_IMAGE_SIZES] : IMAGE_SIZES;
      const isPreset = sizes.some((preset) => String(preset) === size);
      if (!isPreset || (extension !== 'webp' && extension !== 'jpg'))
        throw new AppError('NOT_FOUND');
      const etag = `"${sha256}-${size}-${extension}"`;
      const verdict = checkPreconditions(request.headers, { etag });
      if (verdict === 'failed') throw new AppError('PRECONDITION_FAILED');
      const preset = await images.read(sha256, Number(size), extension);
      if (!preset) throw new AppError('NOT_FOUND');
      reply.headers({
        'Cache-Control': IMMUTABLE,
        'Content-Type': extension === 'jpg' ? 'image/jpeg' : 'image/webp',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ETag: etag,
      });
      if (verdict === 'not-modified') {
        preset.destroy();
        return reply.code(304).send();
      }
      return reply.send(preset);
    },
  });
};
