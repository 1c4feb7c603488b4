import { createEmbedController, type EmbedController } from './controller.ts';
import {
  createElementFrame,
  elementAddress,
  growFrame,
  loadWith,
  readSource,
  resizeFrame,
} from './element-frame.ts';
import { createElementMedia } from './element-media.ts';
import type { ElementState } from './element-state.ts';
import { createElementTracks, type ElementTrackList } from './element-tracks.ts';
import { EmbedError, type EmbedErrorReason } from './embed-error.ts';
import { OPTION_NAMES } from './option-table.ts';
import {
  optionsOf,
  REFLECTED_NAMES,
  type ReflectedOptions,
  reflectOptions,
  upgradeProperties,
} from './reflected-options.ts';

/**
 * `<earshot-player widget-url="https://…" resource="episode_id=1" theme="dark">`: an embedded player with the
 * interface of HTMLMediaElement. Its attributes are the options of an embed, and each has a property; an empty flag
 * means `true`. A changed attribute reloads the player at the same second, except the size. It dispatches `play`,
 * `playing`, `pause`, `ended`, `timeupdate`, `seeking`, `seeked`, `waiting`, `durationchange`, `loadedmetadata`,
 * `volumechange`, `ratechange`, `progress`, `error`, `loadstart`, `emptied`, and with a `detail` `statechange` and `episodechange`. The
 * element's content is shown while there is no player.
 */
export interface EarshotPlayerElement extends HTMLElement, ReflectedOptions {
  /** Origin of the player page, an http(s) address. */
  widgetUrl: string;
  /**
   * The address of a player page, `https://…/player?episode_id=1`, instead of `widget-url` and `resource`, with any
   * options. Attributes have precedence.
   */
  src: string;
  /** The address of the present player. Empty while there is none. */
  readonly currentSrc: string;
  /** `none`: the player loads with `play()` or `load()`, and the content stays until then. All others: near the viewport. */
  preload: string;
  /** Reflects the attribute, which has no effect: the player is a page of its own. */
  crossOrigin: string | null;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  readonly duration: number;
  readonly buffered: Pick<TimeRanges, 'length' | 'start' | 'end'>;
  /** Empty while the duration is unknown. */
  readonly seekable: Pick<TimeRanges, 'length' | 'start' | 'end'>;
  readonly readyState: ElementState['readyState'];
  /** Chapters, and captions if there is a transcript with times. The page draws them. */
  readonly textTracks: ElementTrackList;
  /** The code is one of MediaError, the message the player's reason. */
  readonly error: ElementState['error'];
  /** Null while it is not in a document or has no valid `widget-url` and `resource`. */
  readonly controller: EmbedController | null;
  /** Seconds. This and the numbers below are converted like those of media elements: `'30'` is 30, and `'x'` throws TypeError. */
  currentTime: number;
  /** 0 to 1; other values throw IndexSizeError, as in media elements. */
  volume: number;
  /** The attribute of that name sets the initial value. */
  muted: boolean;
  /** Reflects the attribute of that name. */
  loop: boolean;
  playbackRate: number;
  /**
   * Resolves when sound starts. Rejects with a DOMException: `AbortError` if it is paused, removed or reloaded first,
   * `NotAllowedError` if the browser requires a gesture, `NotSupportedError` if it cannot play.
   */
  play(): Promise<void>;
  pause(): void;
  /** Reloads the player at the same second. */
  load(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'earshot-player': EarshotPlayerElement;
  }
}

/** Names of the DOMExceptions with which `play` of a media element rejects. */
const EXCEPTIONS: { readonly [Reason in EmbedErrorReason]?: string } = {
  not_allowed: 'NotAllowedError',
  aborted: 'AbortError',
  destroyed: 'AbortError',
};

const SETTABLE = [
  'crossOrigin',
  'currentTime',
  'loop',
  'muted',
  'playbackRate',
  'preload',
  'src',
  'volume',
  'widgetUrl',
];
const SIZES: readonly string[] = ['width', 'height'];

class PlayerElement
  extends HTMLElement
  implements Omit<EarshotPlayerElement, keyof ReflectedOptions>
{
  static readonly observedAttributes = ['widget-url', 'src', 'loop', 'muted', ...OPTION_NAMES];
  static {
    reflectOptions(PlayerElement.prototype);
  }

  readonly #media = createElementMedia({
    dispatch: (event) => this.dispatchEvent(event),
    onEpisode: (player) => this.#tracks.follow(player),
    onTime: (time) => this.#tracks.moveTo(time),
    onResize: (height) => this.#frame && growFrame(this.#frame, height),
  });
  readonly #tracks = createElementTracks(() => this.currentTime);
  #frame: HTMLIFrameElement | null = null;
  #stopWaiting = () => {};
  /** Counts calls of `pause`: each ends a `play` that still waits for its player. */
  #pauses = 0;
  #isChanging = false;

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).append(document.createElement('slot'));
    upgradeProperties(this, [...SETTABLE, ...REFLECTED_NAMES]);
  }

  get controller() {
    this.#applyChanges();
    return this.#media.player();
  }
  get widgetUrl() {
    return this.getAttribute('widget-url') ?? '';
  }
  set widgetUrl(url) {
    this.setAttribute('widget-url', url);
  }
  get paused() {
    return this.#media.state().paused;
  }
  get ended() {
    return this.#media.state().ended;
  }
  get seeking() {
    return this.#media.state().seeking;
  }
  get duration() {
    return this.#media.state().duration;
  }
  get buffered() {
    const { bufferedEnd } = this.#media.state();
    return { length: Math.sign(bufferedEnd), start: () => 0, end: () => bufferedEnd };
  }
  get seekable() {
    const { duration } = this.#media.state();
    return { length: Number.isFinite(duration) ? 1 : 0, start: () => 0, end: () => duration };
  }
  get textTracks() {
    return this.#tracks.list();
  }
  get src() {
    return this.getAttribute('src') ?? '';
  }
  set src(url) {
    this.setAttribute('src', url);
  }
  get currentSrc() {
    return this.#frame?.src ?? '';
  }
  get preload() {
    return this.getAttribute('preload') ?? '';
  }
  set preload(preload) {
    this.setAttribute('preload', preload);
  }
  get crossOrigin() {
    return this.getAttribute('crossorigin');
  }
  set crossOrigin(value) {
    if (value === null) this.removeAttribute('crossorigin');
    else this.setAttribute('crossorigin', value);
  }
  get readyState() {
    return this.#media.state().readyState;
  }
  get error() {
    return this.#media.state().error;
  }
  get currentTime() {
    return this.#media.state().currentTime;
  }
  set currentTime(seconds) {
    // The player of a live episode, which has no duration, does not answer.
    const seeking = this.#media.isReady() && Number.isFinite(this.duration);
    this.#media.set('currentTime', { currentTime: +seconds, seeking });
  }
  get volume() {
    return this.#media.state().volume;
  }
  set volume(volume) {
    if (volume < 0 || volume > 1) throw new DOMException('volume: 0 to 1', 'IndexSizeError');
    this.#media.set('volume', { volume: +volume });
  }
  get muted() {
    return this.#media.state().muted;
  }
  set muted(muted) {
    this.#media.set('volume', { muted });
  }
  get loop() {
    return this.hasAttribute('loop');
  }
  set loop(loop) {
    this.toggleAttribute('loop', loop);
  }
  get playbackRate() {
    return this.#media.state().playbackRate;
  }
  set playbackRate(rate) {
    if (rate < 0) throw new DOMException('playbackRate: not below 0', 'NotSupportedError');
    this.#media.set('playbackRate', { playbackRate: +rate });
  }

  play(): Promise<void> {
    const playing = this.#play().catch(({ reason, message }: EmbedError) => {
      throw new DOMException(message, EXCEPTIONS[reason] ?? 'NotSupportedError');
    });
    playing.catch(() => {}); // an ignored promise must not reach the page's console
    return playing;
  }

  pause(): void {
    this.#pauses++;
    if (this.#media.isReady()) this.#media.player()?.pause();
  }

  load(): void {
    this.#mount();
  }

  connectedCallback(): void {
    if (this.preload !== 'none') this.#mount();
  }

  disconnectedCallback(): void {
    this.#unmount();
    this.#media.apply({ paused: true });
  }

  /** A frame that is moved with `moveBefore` keeps playing. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'loop') this.#media.set('loop', { loop: this.loop });
    else if (name === 'muted') {
      if (!this.#media.isReady()) this.muted = after !== null;
    } else if (SIZES.includes(name)) {
      if (this.#frame) resizeFrame(this.#frame, optionsOf(this));
    } else if (this.isConnected) {
      if (name === 'resource' || name === 'src') this.#media.rewind();
      // Frameworks set attributes one by one.
      this.#isChanging = true;
      queueMicrotask(() => this.#applyChanges());
    }
  }

  async #play(): Promise<void> {
    if (!this.#frame && this.isConnected) this.#mount(); // after `preload="none"`
    const player = this.controller;
    if (!player || !this.#frame) throw new EmbedError('not_an_embed', 'play');
    const before = this.#pauses;
    this.#frame.loading = 'eager'; // otherwise it may wait below the fold
    await player.ready(); // the page's settings reach the player first
    if (before !== this.#pauses) throw new EmbedError('aborted', 'play');
    return player.play();
  }

  /** Reloads the player if attributes have changed since. */
  #applyChanges(): void {
    const isWaiting = this.preload === 'none' && !this.#frame;
    if (this.#isChanging && this.isConnected && !isWaiting) this.#mount();
    this.#isChanging = false;
  }

  /** A new frame each time: another address in the old one would add an entry to the page's history. */
  #mount(): void {
    this.#isChanging = false;
    const { paused } = this.#media.state();
    this.#unmount();
    const source = readSource(this.src);
    const options = { ...source?.options, ...optionsOf(this) };
    const autoplay = paused ? {} : { autoplay: true };
    const widgetUrl = this.widgetUrl || (source?.widgetUrl ?? '');
    const address = elementAddress(widgetUrl, { ...options, ...autoplay });
    if (!address) {
      this.#media.apply({ paused: true });
      return;
    }
    const title = this.title || this.textContent?.trim() || 'Earshot';
    this.#frame = createElementFrame(address, title, options);
    if (!paused) this.#frame.loading = 'eager'; // out of sight it would never load, and never play
    this.shadowRoot?.replaceChildren(this.#frame);
    this.#media.attach(createEmbedController(this.#frame));
    if (this.slot && this.parentElement) {
      this.#stopWaiting = loadWith(this.parentElement, this.#frame);
    }
  }

  #unmount(): void {
    const hadPlayer = this.#frame !== null;
    this.#stopWaiting();
    this.#media.detach();
    this.#tracks.follow(null);
    this.#frame = null;
    this.shadowRoot?.replaceChildren(document.createElement('slot'));
    if (hadPlayer) this.dispatchEvent(new Event('emptied'));
  }
}

/** A class for each name: the browser accepts one class under one name only. */
export const elementClass = (): CustomElementConstructor => class extends PlayerElement {};
