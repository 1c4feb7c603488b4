import { AppError, IMAGE_SIZES } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { drawCover } from '../../platform/images/draw-cover.ts';
import { type CoverFormat, paintCover, readDesign } from './covers.ts';

const TYPES = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg' } as const;
const KEPT = 64; // painted covers in memory, 30 kB each

/** Covers of shows without one. They depend only on their address. */
export const coverRoutes: Feature = async (app) => {
  const painted = new Map<string, Promise<Buffer>>();

  function paint(...[design, size, format]: Parameters<typeof paintCover>): Promise<Buffer> {
    const key = `${design.seed} ${design.letters} ${size} ${format}`;
    const cover = painted.get(key) ?? paintCover(design, size, format);
    painted.delete(key);
    painted.set(key, cover); // the latest is the last
    cover.catch(() => painted.delete(key));
    const [oldest] = painted.keys();
    if (painted.size > KEPT && oldest !== undefined) painted.delete(oldest);
    return cover;
  }

  app.get(sitePath('generated_cover'), {
    schema: {
      hide: true,
      params: Type.Object({
        seed: Type.String(),
        letters: Type.String({ maxLength: 40 }),
        size: Type.String(),
        extension: Type.String(),
      }),
    },
    async handler({ params: { seed, letters, size, extension } }, reply) {
      const design = readDesign(seed, letters);
      const pixels = IMAGE_SIZES.find((preset) => String(preset) === size);
      if (!design || !pixels || !isFormat(extension)) throw new AppError('NOT_FOUND');
      reply.headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Type': TYPES[extension],
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
      if (extension === 'svg') return reply.send(drawCover(design, pixels));
      return reply.send(await paint(design, pixels, extension));
    },
  });
};

const isFormat = (extension: string): extension is CoverFormat | 'svg' =>
  Object.hasOwn(TYPES, extension);
