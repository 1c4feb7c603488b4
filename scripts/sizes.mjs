// `npm run size`: weighs the built files against the budgets of size-limit.json.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const DOCUMENT = 'build/size/player-page.html';
const BUILT = 'build/public/';
const WEIGHED = 'build/size/public/';
const CONFIG = 'build/size/size-limit.json';

/** A long document of the player page: an episode with chapters, and a list of fifty. */
async function renderDocument() {
  const { renderer } = await import('../build/server/player-page.js');
  const { parsePlayerQuery } = await tsImport('../src/embed/options.ts', import.meta.url);
  const image_url = `https://pod.example/media/images/${'0a'.repeat(32)}/320.webp`;
  const items = Array.from({ length: 50 }, (_, n) => ({
    api_url: `https://pod.example/api/v2/episodes/${n}`,
    episode_id: n,
    title: `Episode ${n}: something about the number ${n * 37}`,
    duration: 1800 + n * 61,
    site_url: `https://pod.example/user/a/episode-${n}`,
    image_url,
    published_at: '2026-01-01T00:00:00.000Z',
  }));
  const chapters = Array.from({ length: 12 }, (_, n) => ({
    starts_at: n * 300,
    ends_at: n * 300 + 300,
    title: `Part ${n} of it`,
    url: null,
    image_url: null,
  }));
  const { api_url, site_url, title } = items[1];
  const http_url = `https://pod.example/media/audio/${'0b'.repeat(32)}.mp3`;
  const duration = 3_600;
  const segment = { type: 'episode', http_url, duration, duration_reliable: true };
  const episode = {
    episode_id: 1,
    show_id: 1,
    user_id: 1,
    title,
    type: 'RECORDED',
    duration,
    duration_reliable: true,
    site_url,
    api_url,
    image_original_url: image_url,
    image_url,
    image_color: 'b5532f',
    is_on_air: false,
    playback_url: null,
    http_url,
    mime_type: 'audio/mpeg',
    file_size: 48_000_000,
    description: '',
    published_at: '2026-01-01T00:00:00.000Z',
    permalink: 'episode-1',
    user_permalink: 'a',
    show_permalink: 'numbers',
    show_title: 'A show about numbers',
    season: 1,
    episode_number: 1,
    explicit: false,
    download_url: http_url,
    chapters,
    segments: [{ ...segment, starts_at: 0, ends_at: duration }],
    midrolls: [],
  };
  const config = {
    api_url: 'https://pod.example/api',
    site_url: 'https://pod.example',
    widget_url: 'https://pod.example',
    product_name: 'Earshot',
    ads_url: null,
    culture: 'en',
  };
  const query = 'show_id=1&playlist=show';
  const data = { config, query, episode, show: null, playlist: { items, next_url: null } };
  return renderer.renderPlayerPage(
    { ...data, error: null },
    {
      script: 'https://pod.example/assets/player-0123456789.js',
      options: parsePlayerQuery(query),
    },
  );
}

/**
 * A file contains names of others with content hashes, and some hashes compress better than others: a change
 * elsewhere would change its size by 30 bytes. In the weighed copy, each file is named by a hash of its name.
 */
function nameSteadily(code) {
  return code.replace(/([\w-]+)-[\w-]{8}\.js/g, (_whole, name) => {
    const hash = createHash('sha256').update(name).digest('base64url').slice(0, 8);
    return `${name}-${hash}.js`;
  });
}

rmSync(WEIGHED, { recursive: true, force: true });
mkdirSync(WEIGHED, { recursive: true });
writeFileSync(DOCUMENT, await renderDocument());
for (const name of readdirSync(BUILT).filter((name) => /\.(js|css)$/.test(name))) {
  writeFileSync(WEIGHED + name, nameSteadily(readFileSync(BUILT + name, 'utf8')));
}
const budgets = JSON.parse(readFileSync('size-limit.json', 'utf8'));
for (const budget of budgets) {
  // The paths start at the folder of the file that names them.
  budget.path = [budget.path]
    .flat()
    .map((path) => path.replace(BUILT, WEIGHED).replace(/^!?/, '$&../../'));
}
writeFileSync(CONFIG, JSON.stringify(budgets));
const sizeLimit = 'node_modules/size-limit/bin.js';
const { status } = spawnSync(process.execPath, [sizeLimit, '--config', CONFIG], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
