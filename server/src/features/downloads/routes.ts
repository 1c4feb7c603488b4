import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { attachment } from '../../platform/http/content-disposition.ts';
import { mediaPath } from '../../platform/http/paths.ts';
import { Id } from '../../platform/http/schemas.ts';
import { sendMedia } from '../../platform/http/send-file.ts';
import { getHostedAudio } from '../episodes/episodes.ts';

const Params = Type.Object({ episode_id: Id, extension: Type.String() });

/** Show and title, which name the file, may change. */
const CACHE_CONTROL = 'public, max-age=300, no-transform';

/** The audio of an episode as a file with a name. The address for playing has only a hash, so that it never changes. */
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
