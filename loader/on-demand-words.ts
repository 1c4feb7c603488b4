import { createEmbedController } from '../src/embed/controller.ts';
import { readResource } from '../src/embed/read-option.ts';
import { cueAt, waitForCue } from '../src/transcript/cue-at.ts';
import { type PostText, pressedTime } from './pressed-time.ts';

const SHEET =
  '.earshot-text [data-seek]{cursor:pointer}' +
  // The colours of the page, whatever they are.
  '.earshot-text [aria-current=true]{border-radius:3px;-webkit-box-decoration-break:clone;box-decoration-break:clone;background:color-mix(in srgb,currentColor 14%,transparent);box-shadow:0 0 0 2px color-mix(in srgb,currentColor 14%,transparent)}' +
  '@media (forced-colors:active){.earshot-text [aria-current=true]{text-decoration:underline 2px}}';

/** Elements with their times. One of them is lit: the words of the transcript, and the chapters. */
interface Track {
  parts: readonly { element: Element; starts_at: number }[];
  lit: Element | undefined;
}

/** Lights the spoken words of a post while its player plays, and plays from a pressed one. */
export function light(
  frame: HTMLIFrameElement,
  text = frame.closest('.earshot-text') as PostText,
): void {
  text.earshotEnd?.(); // that of an earlier frame
  const tracks = tracksOf(text);
  const player = createEmbedController(frame);
  const ending = new AbortController();
  const own = readResource(frame.src.match(/episode_id=\d+/)?.[0] ?? '');
  const clock = { seconds: 0, at: 0, playbackRate: 1, isPlaying: false, isOwn: true };
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The player reports its time four times a second: too seldom for words. */
  const now = () => {
    const { isPlaying, playbackRate, seconds, at } = clock;
    return seconds + (isPlaying ? ((performance.now() - at) / 1000) * playbackRate : 0);
  };
  const look = () => {
    clearTimeout(timer);
    const { isPlaying, isOwn, playbackRate } = clock;
    const seconds = now();
    for (const track of tracks) mark(track, isOwn ? seconds : -1);
    if (!isPlaying || !frame.isConnected) return;
    const waits = tracks.map(({ parts }) => waitForCue(parts, { seconds, playbackRate }));
    timer = setTimeout(look, Math.min(...waits));
  };
  const set = (change: Partial<typeof clock>) => {
    Object.assign(clock, { seconds: now(), at: performance.now() }, change);
    look();
  };
  player.on('timeupdate', ({ seconds }) => set({ seconds }));
  player.on('statechange', ({ state }) => set({ isPlaying: state === 'playing' }));
  player.on('ratechange', ({ playbackRate }) => set({ playbackRate }));
  player.on('episodechange', ({ episode_id }) =>
    set({ isOwn: own === `episode_id=${episode_id}` }),
  );

  text.addEventListener(
    'click',
    (event) => {
      const seconds = pressedTime(event, text);
      if (seconds === null || !frame.isConnected) return;
      event.preventDefault();
      if (!clock.isOwn && own) player.load(own);
      player.setCurrentTime(seconds);
      player.play();
      set({ seconds });
    },
    { signal: ending.signal },
  );
  text.earshotEnd = () => {
    clearTimeout(timer);
    ending.abort();
    player.destroy();
    for (const track of tracks) mark(track, -1);
  };
  adoptSheet(text.getRootNode() as Document);
}

/** If the page has removed the marks, the paragraphs with a link to a time are lit. */
function tracksOf(text: Element): Track[] {
  const spans = [...text.querySelectorAll('span[data-seek]')];
  const parts = spans[0]
    ? spans.map((element) => ({ element, starts_at: Number(element.getAttribute('data-seek')) }))
    : [...text.querySelectorAll<HTMLAnchorElement>('a[href*="#t="]')].map((link) => ({
        element: link.parentElement as Element,
        starts_at: Number.parseFloat(link.hash.slice(3)),
      }));
  const isChapter = ({ element }: { element: Element }) => !!element.closest('li');
  const chapters = parts.filter(isChapter);
  const words = parts.filter((part) => !isChapter(part));
  return [words, chapters].map((found) => ({
    parts: found.sort((a, b) => a.starts_at - b.starts_at),
    lit: undefined,
  }));
}

function mark(track: Track, seconds: number): void {
  const element = track.parts[cueAt(track.parts, seconds)]?.element;
  if (element === track.lit) return;
  track.lit?.removeAttribute('aria-current');
  element?.setAttribute('aria-current', 'true');
  track.lit = element;
}

let sheet: CSSStyleSheet | undefined;

/** One for all posts of the page. A strict style-src allows it. */
function adoptSheet(root: Document | ShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEET);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}
