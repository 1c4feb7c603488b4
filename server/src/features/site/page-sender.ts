import { AppError } from 'earshot/contract';
import type {
  LoadedSitePage,
  MemberDifferences,
  PageLoad,
  SiteConfig,
  SitePageRequest,
  SiteUser,
} from 'earshot-site/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import type { Lifetime, Sources } from '../../platform/cache/answer-cache.ts';
import { sendAnswer, sendPersonal } from '../../platform/cache/send-answer.ts';
import { type Actor, ANONYMOUS } from '../../platform/http/actor.ts';
import { RateLimited } from '../../platform/limits/rate-limits.ts';
import { findMemberView } from './member-view.ts';
import { readOwnApi } from './own-api.ts';
import { siteData } from './site.ts';
import { siteConfig, userOf } from './site-config.ts';

/** A member who sees what most members see. */
const PLAIN_MEMBER: SiteUser = {
  user_id: 0,
  name: '',
  permalink: '',
  site_url: '',
  image_url: null,
  is_admin: false,
};

/** For whom a page is loaded. */
interface Reader {
  actor: Actor;
  user(sources: Sources): Promise<Pick<SiteConfig, 'USER' | 'OAUTH_TOKEN'>>;
  /** Whether the reader likes or follows the thing of the page. By default the database is asked. */
  isMarked?: boolean;
}

const VISITOR: Reader = { actor: ANONYMOUS, user: async () => ({ USER: null, OAUTH_TOKEN: null }) };
const ANY_MEMBER: Reader = {
  actor: ANONYMOUS,
  user: async () => ({ USER: PLAIN_MEMBER, OAUTH_TOKEN: null }),
};

type AskedPage = Omit<SitePageRequest, 'readApi' | 'assetUrl'>;

interface Loaded {
  page: LoadedSitePage;
  site: SiteConfig;
}

export interface PageRecipe extends Lifetime {
  /** The same key means the same public page. */
  key: string;
  asked: AskedPage;
  /** Writes what is sent. A document has places for what belongs to its reader. */
  write(page: PageLoad): Content;
  /** Puts what belongs to one reader into these places. */
  fill(body: string, site: SiteConfig): string;
}

/** Whether visitors may see this page. */
const isOpen = ({ redirect, redirect_ajax, config }: LoadedSitePage): boolean =>
  !redirect && !redirect_ajax && config.status < 400;

export const HTML = 'text/html; charset=utf-8';

/** Loads pages for their readers, and lets readers to whom a page looks the same share it. */
export function createPageSender(app: FastifyInstance, deps: FeatureDeps) {
  const { config, renderers, answers, database } = deps;

  const readerOf = (request: FastifyRequest): Reader => ({
    actor: request.actor,
    user: (sources) => userOf(deps, request.actor, sources),
  });

  /** Reads the API for a page. A page that needs one request too many is refused as well, and tells when to try again. */
  function readerOfApi(request: FastifyRequest, { userId }: Actor) {
    let refused: RateLimited | null = null;
    return {
      async readApi(address: string) {
        const asked = { address, apiUrl: config.apiUrl, asVisitor: userId === null };
        const { retryAfterS, ...answer } = await readOwnApi(app, request, asked);
        if (answer.status === 429) refused = new RateLimited([], retryAfterS * 1_000);
        return answer;
      },
      refusal: () => refused,
    };
  }

  /** Loads the page of an address as its reader sees it, and names all its sources. */
  async function load(
    request: FastifyRequest,
    asked: AskedPage,
    { reader = readerOf(request), sources }: { reader?: Reader; sources: Sources },
  ): Promise<Loaded> {
    const { actor, isMarked } = reader;
    const data = siteData({ ...deps, viewer: actor, sources });
    const site = await siteConfig(deps, asked.culture, await reader.user(sources));
    const { readApi, refusal } = readerOfApi(request, actor);
    try {
      const page = await renderers.loadSitePage(
        { ...asked, readApi, assetUrl: renderers.assetUrl },
        isMarked === undefined ? data : { ...data, isMarked: async () => isMarked },
        site,
      );
      return { page, site };
    } catch (error) {
      throw refusal() ?? error;
    }
  }

  /** Makes a page for one reader. `about` tells for whom else it is right. */
  const makeFor =
    (request: FastifyRequest, { asked, write, fill }: Omit<PageRecipe, 'key'>, reader?: Reader) =>
    async (sources: Sources): Promise<Content> => {
      const { page, site } = await load(request, asked, { sources, ...(reader && { reader }) });
      if (request.actor.isUnknown && !isOpen(page)) throw new AppError('UNAVAILABLE');
      const { members, ...sent } = page;
      const content = write(sent);
      return { ...content, body: fill(String(content.body), site), about: members };
    };

  /**
   * Visitors share a stored page. So do members to whom it looks the same, for example all who like its episode: what belongs
   * to each of them is put in when it is sent.
   */
  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, maxAgeMs, ...recipe }: PageRecipe,
  ): void | Promise<void> {
    return request.actor.via === 'session' && renderers.isShared(recipe.asked.url)
      ? sendToMember(request, reply, { key, maxAgeMs, ...recipe })
      : sendAnswer(answers, request, reply, {
          isEarly: true,
          key,
          maxAgeMs,
          make: makeFor(request, recipe),
        });
  }

  async function sendToMember(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, maxAgeMs, ...recipe }: PageRecipe,
  ): Promise<void> {
    const { actor } = request;
    const visible = await answers.get(key, makeFor(request, recipe, VISITOR), { maxAgeMs });
    const members = visible.about as MemberDifferences | undefined;
    const view = members ? await findMemberView(database, actor, members) : null;
    if (!view) return sendPersonal(request, reply, makeFor(request, recipe));
    const unfilled = { ...recipe, fill: (body: string) => body };
    const makeShared = makeFor(request, unfilled, { ...ANY_MEMBER, ...view });
    const { status, headers, body, about } = await answers.get(
      `${key} member ${view.isMarked}`,
      makeShared,
      { maxAgeMs },
    );
    // The reader's own comment may have arrived between the two pages.
    if ((about as MemberDifferences | undefined)?.people.includes(actor.userId ?? 0)) {
      return sendPersonal(request, reply, makeFor(request, recipe));
    }
    const site = await siteConfig(deps, recipe.asked.culture, await userOf(deps, actor));
    await sendPersonal(request, reply, async () => ({
      status,
      type: headers['Content-Type'] ?? HTML,
      headers,
      body: recipe.fill(body.toString(), site),
    }));
  }

  return { load, send };
}
