import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CONTAINERS } from '../../platform/audio/detect-container.ts';
import { attachment } from '../../platform/http/content-disposition.ts';
import { mediaPath } from '../../platform/http/paths.ts';
import { Id } from '../../platform/http/schemas.ts';
import { GUARDED, sendMedia } from '../../platform/http/send-file.ts';
import { FileQuery, getHostedAudio } from '../episodes/episodes.ts';
import { downloadAddress } from '../media/media.ts';
import { openForSubscriber } from '../subscribers/subscribers.ts';

const Params = Type.Object({ episode_id: Id, extension: Type.String() });

/** Short, because the show or the title in the file's name may change. */
const CACHE_CONTROL = 'public, max-age=300, no-transform';

/** The formats that audio here may have. */
const FORMATS: ReadonlySet<string> = new Set(
  Object.values(CONTAINERS).map(({ extension }) => extension),
);

/**
 * The audio of an episode as a file named after its show and title. The address for playback contains only the hash
 * of the file, so that caches may keep it forever.
 */
export const downloadRoutes: Feature = async (app, { database, answers, store, config }) => {
  const schema = { params: Params, querystring: FileQuery };
  app.get(mediaPath('download'), {
    schema,
    async handler(request, reply) {
      const { episode_id, extension: wanted } = request.params;
      const { token } = request.query;
      const isPublic = token === undefined;
      const audio = isPublic
        ? await getHostedAudio({ database, answers }, episode_id)
        : await openForSubscriber(database, episode_id, token);
      if (!audio) throw new AppError('EPISODE_UNAVAILABLE');
      const caching = isPublic ? { cacheControl: CACHE_CONTROL } : GUARDED;
      const { sha256, mimeType, showTitle, title, extension } = audio;
      if (extension !== wanted) {
        if (!FORMATS.has(wanted)) throw new AppError('EPISODE_UNAVAILABLE');
        // An app that read the feed before the audio was replaced requests the earlier format.
        reply.header('Cache-Control', caching.cacheControl);
        const address = downloadAddress(episode_id, extension, config.mediaUrl);
        return reply.redirect(isPublic ? address : `${address}?token=${token}`, 302);
      }
      const passage = app.admitAudio && (await app.admitAudio(request));
      app.audioLog.note(request, reply, { sha256, episodeId: episode_id, isForPlayers: false });
      return sendMedia(request, reply, {
        store,
        sha256,
        mimeType,
        passage,
        ...caching,
        disposition: attachment(`${showTitle} - ${title}`, extension),
      });
    },
  });
};
