// The scenes of the screenshots. A scene is an address, a size, and a person's actions before the picture is taken.

export const WIDTHS = [280, 360, 768, 1280, 1680];
export const THEMES = ['light', 'dark'];
const HEIGHT = 900;

/** The sizes in which bloggers embed players: one row, the default, a cover, a list. */
const EMBED_SIZES = [
  [280, 80],
  [280, 200],
  [280, 350],
  [280, 600],
  [300, 400],
  [320, 131],
  [400, 80],
  [400, 152],
  [400, 200],
  [400, 350],
  [400, 600],
  [720, 200],
  [720, 400],
  [1200, 200],
  [1200, 400],
];

const press = (name) => (page) => page.getByRole('button', { name }).first().click();
const pressPlay = press(/^Play/);
const zoomIn = async (page) => {
  for (const _ of [1, 2]) await press('Zoom in')(page);
};
const choose = (name) => (page) => page.getByRole('radio', { name }).check();
const openRow = (page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /^More options/ })
    .first()
    .click();

/** The sheet of a phone, or the panel of the bar, with a queue. */
async function openBar(page) {
  await pressPlay(page);
  for (const n of [1, 2]) {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^More options/ })
      .nth(n)
      .click();
    await page.getByRole('menuitem', { name: 'Add to queue' }).click();
  }
  await page.getByRole('button', { name: /Episode details$/ }).click();
  await page.getByRole('tab').first().waitFor();
}

/** @param {{shows: Record<string, object>, episodes: Record<string, object>, site: string, demo: string}} product */
export function scenesOf(product) {
  return [embeds, pages, ads, members, listening, rightToLeft, dialogs, demos, film].flatMap(
    (scenes) => scenes(product),
  );
}

/** Pages with a message of the host, which would otherwise appear on every page. */
export const noticesOf = ({ site, members: { listener } }) =>
  [360, 1280].flatMap((width) =>
    Object.entries({ landing: '', home: listener.cookie }).map(([name, cookie]) => ({
      surface: 'notice',
      name: `${name}-${width}`,
      url: new URL(name === 'home' ? '/home' : '/', site).href,
      cookie,
      width,
      height: HEIGHT,
    })),
  );

function embeds({ site, episodes, shows }) {
  const queries = {
    sample: `episode_id=${episodes.sample.episode_id}`,
    'sample-list': `show_id=${episodes.sample.show_id}`,
    ...Object.fromEntries(
      ['long-title', 'long-word', 'cjk', 'arabic', 'emoji', 'chapters', 'live'].map((name) => [
        name,
        `episode_id=${episodes[name].episode_id}`,
      ]),
    ),
    'difficult-list': `show_id=${shows.difficult.show_id}`,
    'long-list': `show_id=${shows.long.show_id}`,
    error: 'episode_id=999999',
    colour: `episode_id=${episodes.sample.episode_id}&color=ffee00`,
  };
  return Object.entries(queries).flatMap(([name, query]) =>
    EMBED_SIZES.map(([width, height]) => ({
      surface: 'embed',
      name: `${name}-${width}x${height}`,
      url: `${site}/player?${query}`,
      width,
      height,
    })),
  );
}

/** An ad that plays, and a live episode, with a long title. */
function ads({ site, episodes }) {
  const { 'long-title': advertised, live } = episodes;
  const inAd = async (page) => {
    await pressPlay(page);
    await page.locator('.es-live').filter({ hasText: 'Commercial', visible: true }).waitFor();
  };
  const inEmbed = [
    [280, 80],
    [280, 200],
    [360, 200],
    [1280, 200],
  ].map(([width, height]) => ({
    name: `embed-${width}x${height}`,
    url: `${site}/player?episode_id=${advertised.episode_id}`,
    width,
    height,
    act: inAd,
  }));
  const inBar = [360, 1280].flatMap((width) => [
    { name: `bar-${width}`, url: advertised.site_url, width, height: HEIGHT, act: inAd },
    { name: `bar-live-${width}`, url: live.site_url, width, height: HEIGHT, act: pressPlay },
  ]);
  return [...inEmbed, ...inBar].map((scene) => ({ surface: 'ads', ...scene }));
}

function pages({ site, shows, episodes }) {
  const addresses = {
    home: '/',
    show: shows.sample.site_url,
    'show-long': shows.long.site_url,
    'show-difficult': shows.difficult.site_url,
    user: `/user/${shows.sample.user_permalink}`,
    episode: episodes.sample.site_url,
    'episode-chapters': episodes.chapters.site_url,
    'episode-long-word': episodes['long-word'].site_url,
    'episode-arabic': episodes.arabic.site_url,
    'not-found': '/nothing-is-here',
  };
  const everyWidth = Object.entries(addresses).flatMap(([name, address]) =>
    WIDTHS.map((width) => ({ name, address, width })),
  );
  const playing = ['home', 'episode', 'show-difficult'].flatMap((name) =>
    WIDTHS.map((width) => ({
      name: `${name}-playing`,
      address: addresses[name],
      width,
      act: pressPlay,
    })),
  );
  const opened = WIDTHS.map((width) => ({
    name: 'home-playing-open',
    address: addresses.home,
    width,
    act: openBar,
  }));
  return [...everyWidth, ...playing, ...opened].map(({ name, address, width, act }) => ({
    surface: 'page',
    name: `${name}-${width}`,
    url: new URL(address, site).href,
    width,
    height: HEIGHT,
    isWhole: !act,
    act,
  }));
}

/** Pages of signed-in members, and the pages that lead to them. */
function members({ site, shows, members: { author, listener, show_id, published, draft, page } }) {
  const show = `/dashboard/shows/${show_id}`;
  const edit = `/dashboard/episodes/${draft}`;
  const seen = {
    [author.cookie]: {
      dashboard: '/dashboard',
      show,
      'show-edit': `${show}/edit`,
      'show-feed': `${show}/feed`,
      'show-numbers': `${show}/numbers`,
      'episode-numbers': `/dashboard/episodes/${published}/numbers?from=2026-02-01&to=2026-01-01`,
      'show-schedule': `${show}/schedule`,
      'show-people': `${show}/people`,
      'show-private-feeds': `${show}/private-feeds`,
      'episode-edit': edit,
      'episode-published': `/dashboard/episodes/${published}`,
      'episode-new': `${show}/episodes/new`,
      'own-episode': page,
      'chapters-edit': `/dashboard/episodes/${published}/chapters`,
      'chapters-zoomed': [`/dashboard/episodes/${published}/chapters`, zoomIn],
      'soundbites-edit': [`/dashboard/episodes/${published}/chapters`, choose(/^Soundbites/)],
      'ads-edit': [`/dashboard/episodes/${published}/chapters`, choose(/^Ads/)],
      'transcript-edit': `/dashboard/episodes/${published}/transcript`,
      inbox: '/dashboard/messages',
      'inbox-episode': `/dashboard/episodes/${published}/messages`,
      calendar: '/dashboard/calendar',
      fans: '/dashboard/fans',
      deleted: '/dashboard/deleted',
      import: '/dashboard/import',
      campaigns: '/dashboard/ads',
      admin: '/admin',
      'admin-campaigns': '/admin/ads',
    },
    [listener.cookie]: {
      home: '/home',
      landing: '/',
      'episode-comments': page,
      transcript: `/episode/${published}/transcript`,
      user: `/user/${author.permalink}`,
      favourites: `/user/${listener.permalink}?tab=likes`,
      settings: '/account/settings',
      applications: '/account/applications',
      billing: '/cms/settings/plan-and-billing',
    },
    '': {
      login: '/login',
      signup: '/signup',
      search: '/search?q=rooms',
      'search-newest': '/search?q=rooms&sort=newest',
      'row-menu': [new URL(shows.sample.site_url).pathname, openRow],
      refused: '/share/facebook/url',
      'search-empty': '/search?q=xyzzy',
      'search-language': '/search?q=rooms&language=en',
      explore: '/podcasts',
      'explore-language': '/podcasts/language-en',
      category: '/podcasts/science',
      'category-empty': '/podcasts/comedy',
      library: '/library',
      terms: '/terms',
      plans: '/plans',
      'card-error': '/payment/card/error',
      reset: '/login/reset',
      'reset-dead': '/login/reset?token=x',
    },
  };
  return Object.entries(seen).flatMap(([cookie, addresses]) =>
    Object.entries(addresses).flatMap(([name, place]) => {
      const [address, act] = [place].flat();
      return [360, 1280].map((width) => ({
        surface: 'member',
        name: `${name}-${width}`,
        url: new URL(address, site).href,
        cookie,
        width,
        height: HEIGHT,
        isWhole: true,
        act,
      }));
    }),
  );
}

/** The pages about the data in this browser: empty, and with content. */
function listening({ site, episodes }) {
  const { sample, chapters, arabic } = episodes;
  const places = [arabic, chapters, sample].map(({ episode_id, duration }, n) => [
    episode_id,
    n === 1 ? 0 : Math.round(duration / 3),
    Math.round(duration),
    n === 1 ? 1 : 0,
  ]);
  const stored = {
    'earshot.positions': JSON.stringify(places),
    'earshot.queue': JSON.stringify([sample, chapters, arabic]),
  };
  const fill = async (page) => {
    await page.evaluate((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    }, Object.entries(stored));
    await page.reload();
    await page.locator('main ol li').nth(2).waitFor();
  };
  return ['history', 'queue'].flatMap((name) =>
    [360, 1280].flatMap((width) =>
      [undefined, fill].map((act) => ({
        surface: 'member',
        name: `${act ? name : `${name}-empty`}-${width}`,
        url: new URL(`/${name}`, site).href,
        width,
        height: HEIGHT,
        isWhole: true,
        act,
      })),
    ),
  );
}

/** The same pages for a reader of Arabic. */
function rightToLeft({ site, shows, episodes, members: { author, show_id } }) {
  const seen = {
    [author.cookie]: {
      dashboard: '/dashboard',
      'show-numbers': `/dashboard/shows/${show_id}/numbers`,
      show: `/dashboard/shows/${show_id}`,
      admin: '/admin',
    },
    '': {
      home: '/',
      explore: '/podcasts',
      search: '/search?q=rooms',
      show: shows.sample.site_url,
      episode: episodes.sample.site_url,
      login: '/login',
      player: `/player?show_id=${episodes.sample.show_id}`,
    },
  };
  return Object.entries(seen).flatMap(([cookie, addresses]) =>
    Object.entries(addresses).flatMap(([name, address]) =>
      [360, 1280].map((width) => ({
        surface: 'rtl',
        name: `${name}-${width}`,
        url: new URL(address, site).href,
        cookie,
        locale: 'ar',
        width,
        height: HEIGHT,
        isWhole: true,
      })),
    ),
  );
}

const openDialog = press('Share / Embed');
const inDialog =
  (...names) =>
  async (page) => {
    await openDialog(page);
    for (const name of names)
      await page.getByRole('dialog').getByText(name, { exact: true }).click();
  };

function dialogs({ site, episodes }) {
  const acts = {
    share: openDialog,
    'share-mastodon': inDialog('Mastodon'),
    'share-qr': inDialog('QR code'),
    embed: inDialog('Player'),
    'embed-desktop': inDialog('Player', 'Desktop'),
  };
  return Object.entries(acts).flatMap(([name, act]) =>
    [360, 768, 1280].map((width) => ({
      surface: 'dialog',
      name: `${name}-${width}`,
      url: new URL(episodes.sample.site_url, site).href,
      width,
      height: HEIGHT,
      act,
    })),
  );
}

function demos({ demo, episodes }) {
  const query = `episode_id=${episodes.sample.episode_id}`;
  const addresses = {
    blog: `/snippet?${query}`,
    facade: `/snippet?${query}&load=click`,
    'facade-tall': `/snippet?${query}&load=click&height=400px`,
    'facade-arabic': `/snippet?episode_id=${episodes.arabic?.episode_id}&load=click`,
    playground: '/',
    design: '/design',
  };
  return Object.entries(addresses).flatMap(([name, address]) =>
    (name.startsWith('facade') ? [280, 360, 768] : [360, 1280]).map((width) => ({
      surface: 'demo',
      name: `${name}-${width}`,
      url: demo + address,
      width,
      height: HEIGHT,
      isWhole: name === 'design',
    })),
  );
}

/** A post whose words light up, as pictures in their order: before, and from two pressed sentences. */
function film({ demo, episodes }) {
  const light = (sentence) => async (page) => {
    await page.locator('iframe').contentFrame().getByRole('button', { name: /^Play/ }).waitFor();
    await page.locator(`.earshot-text p span >> text=${sentence}`).click();
    await page.locator(`[aria-current]:text("${sentence}")`).waitFor();
  };
  const acts = [undefined, light('The walls keep'), light('A church sings')];
  return [360, 1280].flatMap((width) =>
    acts.map((act, at) => ({
      surface: 'film',
      name: `text-${width}-${at + 1}`,
      url: `${demo}/text?episode_id=${episodes.sample.episode_id}`,
      width,
      height: HEIGHT,
      act,
    })),
  );
}
