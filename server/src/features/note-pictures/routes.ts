import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { mediaPath } from '../../platform/http/paths.ts';
import { findPicture, type NotesName, openNotePictures, openPicture } from './note-pictures.ts';

/** Pictures in notes, served from our own host. */
export const notePictureRoutes: Feature = async (app, { config, database, store }) => {
  const pictures = openNotePictures(config);

  app.get(mediaPath('notes_picture'), {
    schema: {
      hide: true,
      params: Type.Object({
        notes: Type.String({ pattern: '^(episode|show)-[1-9]\\d{0,8}$' }),
        picture: Type.String({ pattern: '^[\\w-]{22}$' }),
      }),
    },
    async handler({ params }, reply) {
      const notes = params.notes as NotesName;
      const url = await findPicture(database, notes, params.picture);
      const file = url && (await openPicture({ database, store, pictures }, notes, url));
      if (!file) return sendNothing(reply);
      reply.headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Length': file.bytes,
        'Content-Type': 'image/webp',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin', // players in sandboxed frames have no origin
      });
      return reply.send(file.body);
    },
  });
};

/** Caches retry soon: the host may be back, or the author may have saved the notes. */
function sendNothing(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('Cache-Control', 'public, max-age=60').send();
}
