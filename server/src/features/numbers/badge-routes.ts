import { AppError } from 'earshot/contract';
import { escapeHtml, resolveLanguage } from 'earshot/internal';
import { BADGE_ROUTES } from 'earshot-site/contract';
import type { Feature } from '../../feature.ts';
import { textIn } from '../../i18n/texts.ts';
import { CACHED_ROUTE, sendAnswer } from '../../platform/cache/send-answer.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { routePath } from '../../platform/http/paths.ts';
import { getShow } from '../shows/shows.ts';
import { ShowParams } from './schema.ts';

/** The downloads of a show as a picture in its language, if its author shows them to everybody. */
export const badgeRoutes: Feature = async (app, deps) => {
  app.get(routePath(BADGE_ROUTES.show_badge), {
    ...CACHED_ROUTE,
    schema: { hide: true, params: ShowParams },
    handler(request, reply) {
      const { show_id } = request.params;
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return sendAnswer(deps.answers, request, reply, {
        key: `badge ${show_id}`,
        make: async (sources) => {
          const show = await getShow({ ...deps, sources, viewer: ANONYMOUS }, show_id);
          if (show?.downloads === undefined) throw new AppError('NOT_FOUND');
          const language = resolveLanguage(show.language);
          const figure = new Intl.NumberFormat(language).format(show.downloads);
          return {
            body: drawBadge(textIn(language, 'badge', 'downloads'), figure),
            type: 'image/svg+xml',
            headers: { 'Cache-Control': 'public, max-age=3600' },
          };
        },
      });
    },
  });
};

/** Pixels. The text is squeezed into them, because the font of the reader is unknown. */
const LETTER = 6.6;
const PADDING = 9;
const HEIGHT = 22;

/** A picture of a word and a figure, for other pages. */
function drawBadge(word: string, figure: string): string {
  const [left, right] = [word, figure].map((text) => Math.ceil(text.length * LETTER));
  const split = (left ?? 0) + 2 * PADDING;
  const width = split + (right ?? 0) + 2 * PADDING;
  const text = (content: string, middle: number, length = 0) =>
    `<text x="${middle}" y="15" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeHtml(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${escapeHtml(`${word}: ${figure}`)}">
<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="5"/></clipPath>
<g clip-path="url(#r)"><rect width="${split}" height="${HEIGHT}" fill="#3d3c39"/><rect x="${split}" width="${width - split}" height="${HEIGHT}" fill="#0b6b5b"/></g>
<g fill="#fff" font-family="system-ui,sans-serif" font-size="12" text-anchor="middle">${text(word, split / 2, left)}${text(figure, (split + width) / 2, right)}</g>
</svg>
`;
}
