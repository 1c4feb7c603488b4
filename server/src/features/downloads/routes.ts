import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { attachment } from '../../platform/http/content-disposition.ts';
import { mediaPath } from '../../platform/http/paths.ts';
import { Id } from '../../platform/http/schemas.ts';
import { sendMedia } from '../../platform/http/send-file.ts';
import { getHostedAudio } from '../episodes/episodes.ts';

const Params = Type.Object({ episode_id: Id, extension: Type.String() });

/** Short, because the show or the title in the file's name may change. */
const CACHE_CONTROL = 'public, max-age=300, no-transform';

/**
 * The audio of an episode as a file that is named after its show and title. The address for playing contains only the
 * hash of the file, so that caches may keep it for ever.
 */
export const downloadRoutes: Feature = async (app, { database, store }) => {
  app.get(mediaPath('download'), { schema: { params: Params } }, async (request, reply) => {
    const audio = await getHostedAudio(database, request.params.episode_id);
    if (audio?.extension !== request.params.extension) throw new AppError('EPISODE_UNAVAILABLE');
    const { sha256, mimeType, showTitle, title, extension } = audio;
    return sendMedia(request, reply, {
      store,
      sha256,
      mimeType,
      cacheControl: CACHE_CONTROL,
      disposition: attachment(`${showTitle} - ${title}`, extension),
    });
  });
};
