import type { FastifyRequest } from 'fastify';
import type { Feature } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import { CACHED_ROUTE, sendAnswer } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { askForWaveform } from './jobs.ts';
import { WAVEFORM_ANSWERS, WaveformParams, WaveformQuery } from './schema.ts';
import { findWaveform, type StoredWaveform, toBinary, toWire } from './waveforms.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const BINARY_TYPE = 'application/octet-stream';
const ASK_AGAIN_S = 10;
const HEADERS = { 'Cache-Control': 'no-cache', Vary: 'Accept' };

/** The waveform of an episode, as JSON or as bytes. */
export const waveformRoutes: Feature = async (app, deps) => {
  const ask = atMostOnceAMinute((mediaId) => askForWaveform(deps, mediaId));

  app.get(apiPath('episode_waveform', deps.config), {
    ...CACHED_ROUTE,
    config: { action: 'episode.read', files: [BINARY_TYPE] },
    schema: {
      summary: 'The waveform of an episode',
      params: WaveformParams,
      querystring: WaveformQuery,
      response: WAVEFORM_ANSWERS,
    },
    handler(request, reply) {
      const { episode_id } = request.params;
      const { resolution = 'overview', format, key } = request.query;
      const isBinary = format === 'binary' || (format === undefined && prefersBytes(request));
      const json = (waveform: StoredWaveform | null): string =>
        String(reply.serialize({ response: { waveform: waveform && toWire(waveform) } }));

      const write = (waveform: StoredWaveform): Content =>
        isBinary
          ? { body: toBinary(waveform), type: BINARY_TYPE, headers: HEADERS }
          : { body: json(waveform), type: JSON_TYPE, headers: HEADERS };

      return sendAnswer(deps.answers, request, reply, {
        key: `waveform ${episode_id} ${resolution} ${isBinary} ${key}`,
        async make(sources) {
          const readDeps = { ...deps, sources, viewer: request.actor };
          const found = await findWaveform(readDeps, episode_id, { resolution, key });
          if (!('missing' in found)) return write(found);
          await ask(found.missing);
          const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(ASK_AGAIN_S) };
          return { body: json(null), type: JSON_TYPE, status: 202, headers };
        },
      });
    },
  });
};

/** True if the request names the binary type, not only `*` or JSON. */
function prefersBytes({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes(BINARY_TYPE) && !accept.includes('application/json');
}

const MINUTE_MS = 60_000;
const REMEMBERED = 1_000;

/** Visitors may request often while a waveform is made, and each request would be a write to the database. */
function atMostOnceAMinute(act: (id: number) => Promise<void>) {
  const doneAt = new Map<number, number>();
  return async (id: number): Promise<void> => {
    const now = performance.now();
    if (now - (doneAt.get(id) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    if (doneAt.size >= REMEMBERED) doneAt.clear();
    doneAt.set(id, now);
    await act(id);
  };
}
