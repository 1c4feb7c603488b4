import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import { NOT_FOR_CDN } from '../../platform/cache/cdn-headers.ts';
import { keyOfEarshot, readEarshotAddress } from '../../platform/http/earshot-address.ts';
import { IMPORTER } from '../../platform/http/fetch-source.ts';
import {
  findFormer,
  findNewAddress,
  isOwnHost,
  missingPlayer,
  presentAddress,
  STAY,
} from './former-addresses.ts';
import { hasMovedShows, listHosts } from './repository.ts';

type Deps = Pick<FeatureDeps, 'config' | 'database' | 'changes'>;

/** Permanent, but a move can be undone, so browsers keep it for an hour only. */
const CACHE_CONTROL = 'public, max-age=3600';

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

function redirect(reply: FastifyReply, to: string): FastifyReply {
  return reply
    .headers({
      'Cache-Control': CACHE_CONTROL,
      ...NOT_FOR_CDN,
      // A frame, a script or a picture of any page may follow.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
    })
    .redirect(to, 308);
}

/** A fact of the database that is read again after every change of a show. */
function createFollowed<Value>(
  { changes }: Pick<Deps, 'changes'>,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let isUp = false;
  let known: Promise<Value> | null = null;
  const forget = () => {
    known = null;
  };
  changes.subscribe({
    onUp() {
      isUp = true;
      forget();
    },
    onDown() {
      isUp = false;
      forget();
    },
    onChange(source) {
      if (source === ANYTHING || source.startsWith('show:')) forget();
    },
  });
  return () => {
    if (known) return known;
    const reading = read();
    if (!isUp) return reading;
    known = reading;
    reading.catch(forget);
    return reading;
  };
}

/**
 * Answers for former hosts whose domain leads here now: their ids are others than ours. Register it before everything that
 * knows requests by their path alone.
 */
export function followFormerHosts(app: FastifyInstance, deps: Deps): void {
  const { config, database } = deps;
  const hosts = createFollowed(deps, async () => new Set(await listHosts(database)));

  app.addHook('onRequest', async (request, reply) => {
    const { host } = request;
    if (!host || isOwnHost(host, config) || !isRead(request)) return;
    const address = readEarshotAddress(`http://${host}${request.url}`);
    if (!address) return;
    // Without a database, the request itself reports the loss.
    const known = await hosts().catch(() => null);
    if (!known?.has(address.host)) return;
    const key = keyOfEarshot(address);
    const target = (await findFormer(database, [key])).get(key);
    const to = target && presentAddress(target, address, config);
    if (address.opens === 'player') {
      // In place, because the page around the frame knows the former host alone: its policy allows no other one, and it
      // trusts messages from no other one.
      const { pathname, search } = new URL(to ?? missingPlayer(key, address.query, config));
      request.raw.url = pathname + search;
      return;
    }
    return to ? redirect(reply, to) : reply.callNotFound();
  });
}

/** Leads every address of a show that has moved, and those of its public episodes, to its new host. */
export function followMovedShows(app: FastifyInstance, deps: Deps): void {
  const { config, database } = deps;
  const hasMoved = createFollowed(deps, () => hasMovedShows(database));

  app.addHook('onRequest', async (request, reply) => {
    if (!isRead(request) || !isMovable(request.url)) return;
    if (!(await hasMoved().catch(() => false))) return;
    const url = new URL(request.url, config.siteUrl);
    if (url.searchParams.has(STAY) || url.searchParams.has('token')) return;
    // An import at the new host fetches the audio from here.
    if (request.headers['user-agent'] === IMPORTER) return;
    const embedded = url.pathname === '/oembed' ? url.searchParams.get('url') : null;
    const address = readEarshotAddress(embedded ?? url.href);
    // Feeds and players are not redirected here: a feed has its own redirect, which may lead to any host, and players
    // stay pages of this host.
    if (
      !address ||
      (embedded === null && /feed|player/.test(address.opens)) ||
      !isOwnHost(address.host, config)
    ) {
      return;
    }
    const found = await findNewAddress(database, address);
    if (!found) return;
    if (embedded === null) return redirect(reply, found.url);
    url.searchParams.set('url', found.url);
    return redirect(reply, `${found.host}${url.pathname}${url.search}`);
  });
}

const isMovable = (url: string) =>
  /^\/(show\/|user\/[^/]+\/|oembed\?|(media\/)?downloads\/)/.test(url);
