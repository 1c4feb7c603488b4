import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { attachment } from '../../platform/http/content-disposition.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { UserName } from '../../platform/http/schemas.ts';
import { openExport } from './exports.ts';

const ZIP_TYPE = 'application/zip';
const ZipAnswer = Type.Unsafe<Readable>({
  type: 'string',
  format: 'binary',
  description: 'A ZIP archive',
});

/** All data of a user, for that user only. */
export const exportRoutes: Feature = async (app, deps) => {
  app.get(apiPath('user_export', deps.config), {
    compress: false, // its texts are already compressed
    config: { action: 'user.export', limit: 'export', files: [ZIP_TYPE] },
    schema: {
      summary: 'Everything that a user has here, as an archive',
      params: Type.Object({ user_id: UserName }),
      response: { 200: ZipAnswer },
    },
    async handler(request, reply) {
      const { permalink, archive } = await openExport(deps, memberId(request));
      const { productName } = deps.config;
      reply.headers({
        'Cache-Control': 'no-store',
        'Content-Disposition': attachment(`${productName} ${permalink}`, 'zip'),
      });
      return reply.type(ZIP_TYPE).send(archive);
    },
  });
};
