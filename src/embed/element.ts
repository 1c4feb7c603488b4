import { EMBED_HEIGHT_ASKED_MAX_PX, EMBED_HEIGHT_MIN_PX } from '../contract/limits.ts';
import { createEmbedController, type EmbedController } from './controller.ts';
import { type ElementState, INITIAL_STATE, patch, reduce } from './element-state.ts';
import { EmbedError, type EmbedErrorReason } from './embed-error.ts';
import { type EmbedEvents, EVENTS } from './frame-protocol.ts';
import {
  DEFAULT_HEIGHT,
  DEFAULT_WIDTH,
  type EmbedOptionName,
  type EmbedOptions,
  OPTION_NAMES,
  readOptions,
} from './options.ts';
import { playerUrl } from './player-url.ts';

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The options as properties, e.g. `hideSharing`: what is understood of the attribute, `undefined` without it. */
type ReflectedOptions = {
  -readonly [Name in EmbedOptionName as CamelCase<Name>]: EmbedOptions[Name];
};

/**
 * `<earshot-player widget-url="https://…" resource="episode_id=1" theme="dark">`: an embedded player with the
 * surface of HTMLMediaElement. Its attributes are the options of an embed, an empty flag meaning `true`, each with a
 * property; changing one but the size loads the player anew, at the same second. It dispatches `play`, `playing`,
 * `pause`, `ended`, `timeupdate`, `seeking`, `seeked`, `waiting`, `durationchange`, `loadedmetadata`, `volumechange`,
 * `ratechange`, `progress`, `error`, and with a `detail` `statechange` and `episodechange`. What stands inside it is
 * shown while there is no player.
 */
export interface EarshotPlayerElement extends HTMLElement, ReflectedOptions {
  /** Where the player page lives, an http(s) address. */
  widgetUrl: string;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  readonly duration: number;
  readonly buffered: Pick<TimeRanges, 'length' | 'start' | 'end'>;
  readonly readyState: ElementState['readyState'];
  readonly error: ElementState['error'];
  /** Null while it is not in a document or has no valid `widget-url` and `resource`. */
  readonly controller: EmbedController | null;
  /** Seconds. */
  currentTime: number;
  /** 0 to 1; what lies outside throws IndexSizeError, as media elements do. */
  volume: number;
  /** The attribute of that name sets it before the player has come. */
  muted: boolean;
  /** Is the attribute of that name. */
  loop: boolean;
  playbackRate: number;
  /**
   * Resolves when sound starts. Rejects with a DOMException: `AbortError` when paused, removed or loaded anew before,
   * `NotAllowedError` when the browser wants a gesture first, `NotSupportedError` when it cannot play.
   */
  play(): Promise<void>;
  pause(): void;
  /** Loads the player anew, at the same second. */
  load(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'earshot-player': EarshotPlayerElement;
  }
}

/** What a page can set, and how the player is told. */
const TELL = {
  currentTime: (player, { currentTime }) => player.setCurrentTime(currentTime),
  loop: (player, { loop }) => player.setLoop(loop),
  playbackRate: (player, { playbackRate }) => player.setPlaybackRate(playbackRate),
  volume: (player, { volume, muted }) => {
    if (muted || volume === 0) return player.mute();
    player.setVolume(volume * 100);
    return player.unmute();
  },
} as const satisfies Record<
  string,
  (player: EmbedController, state: ElementState) => Promise<void>
>;

type Told = keyof typeof TELL;

const SETTABLE = ['currentTime', 'loop', 'muted', 'playbackRate', 'volume'] as const;

/** Of the DOMException that `play` of a media element would reject with. */
const EXCEPTIONS: { readonly [Reason in EmbedErrorReason]?: string } = {
  not_allowed: 'NotAllowedError',
  aborted: 'AbortError',
  destroyed: 'AbortError',
};

const SIZES: readonly string[] = ['width', 'height'];

/** In a function: each name that an element is defined by wants a class of its own. */
export function elementClass(): CustomElementConstructor {
  return class PlayerElement
    extends HTMLElement
    implements Omit<EarshotPlayerElement, keyof ReflectedOptions>
  {
    static readonly observedAttributes = ['widget-url', 'loop', 'muted', ...OPTION_NAMES];
    static {
      for (const name of OPTION_NAMES) {
        Object.defineProperty(PlayerElement.prototype, camelCase(name), {
          configurable: true,
          enumerable: true,
          get() {
            return this.#options()[name];
          },
          set(value: unknown) {
            if (value == null) this.removeAttribute(name);
            else this.setAttribute(name, String(value));
          },
        });
      }
    }
    #state = INITIAL_STATE;
    #frame: HTMLIFrameElement | null = null;
    #player: EmbedController | null = null;
    /** What the page has set: each new player is told. */
    #told = new Set<Told>();
    /** Counts what ends a `play` that still waits for its player. */
    #pauses = 0;
    #isChanging = false;

    constructor() {
      super();
      this.attachShadow({ mode: 'open' }).append(document.createElement('slot'));
      // What a page has set before the element was defined hides the properties of the class.
      const own = this as Record<string, unknown>;
      for (const name of [...SETTABLE, 'widgetUrl', ...OPTION_NAMES.map(camelCase)]) {
        if (!Object.hasOwn(this, name)) continue;
        const value = own[name];
        delete own[name];
        own[name] = value;
      }
    }

    get controller() {
      this.#change();
      return this.#player;
    }
    get widgetUrl() {
      return this.getAttribute('widget-url') ?? '';
    }
    set widgetUrl(url) {
      this.setAttribute('widget-url', url);
    }
    get paused() {
      return this.#state.paused;
    }
    get ended() {
      return this.#state.ended;
    }
    get seeking() {
      return this.#state.seeking;
    }
    get duration() {
      return this.#state.duration;
    }
    get buffered() {
      const { bufferedEnd } = this.#state;
      return { length: Math.sign(bufferedEnd), start: () => 0, end: () => bufferedEnd };
    }
    get readyState() {
      return this.#state.readyState;
    }
    get error() {
      return this.#state.error;
    }
    get currentTime() {
      return this.#state.currentTime;
    }
    set currentTime(currentTime) {
      this.#set('currentTime', { currentTime, seeking: this.#isReady });
    }
    get volume() {
      return this.#state.volume;
    }
    set volume(volume) {
      if (volume < 0 || volume > 1) throw new DOMException('volume: 0 to 1', 'IndexSizeError');
      this.#set('volume', { volume });
    }
    get muted() {
      return this.#state.muted;
    }
    set muted(muted) {
      this.#set('volume', { muted });
    }
    get loop() {
      return this.hasAttribute('loop');
    }
    set loop(loop) {
      this.toggleAttribute('loop', loop);
    }
    get playbackRate() {
      return this.#state.playbackRate;
    }
    set playbackRate(playbackRate) {
      this.#set('playbackRate', { playbackRate });
    }

    play(): Promise<void> {
      const playing = this.#play().catch(({ reason, message }: EmbedError) => {
        throw new DOMException(message, EXCEPTIONS[reason] ?? 'NotSupportedError');
      });
      playing.catch(() => {}); // who waits is told; nobody else wants it in their console
      return playing;
    }

    pause(): void {
      this.#pauses++;
      if (this.#isReady) this.#player?.pause();
    }

    load(): void {
      this.#mount();
    }

    connectedCallback(): void {
      this.#mount();
    }

    disconnectedCallback(): void {
      this.#unmount();
      this.#apply({ paused: true });
    }

    /** Moved with `moveBefore`, a frame keeps playing. */
    connectedMoveCallback(): void {}

    attributeChangedCallback(name: string, before: string | null, after: string | null): void {
      if (before === after) return;
      if (name === 'loop') this.#set('loop', { loop: this.loop });
      else if (name === 'muted') {
        if (!this.#isReady) this.muted = after !== null;
      } else if (SIZES.includes(name)) this.#resize();
      else if (this.isConnected) {
        if (name === 'resource') this.#apply({ currentTime: 0 });
        // Frameworks set attributes one by one.
        this.#isChanging = true;
        queueMicrotask(() => this.#change());
      }
    }

    get #isReady(): boolean {
      return this.#player?.supports('method', 'play') ?? false;
    }

    async #play(): Promise<void> {
      const player = this.controller;
      if (!player || !this.#frame) throw new EmbedError('not_an_embed', 'play');
      const before = this.#pauses;
      this.#frame.loading = 'eager'; // it may wait below the fold
      await player.ready(); // it is told first what the page has set
      if (before !== this.#pauses) throw new EmbedError('aborted', 'play');
      return player.play();
    }

    /** Does what changed attributes have asked for. */
    #change(): void {
      if (this.#isChanging && this.isConnected) this.#mount();
      this.#isChanging = false;
    }

    /** A new frame each time: another address in the old one would be a step in the page's history. */
    #mount(): void {
      this.#isChanging = false;
      const wasPlaying = !this.#state.paused;
      this.#unmount();
      const address = this.#address(wasPlaying);
      if (!address) return;
      const frame = document.createElement('iframe');
      frame.title = this.title || this.textContent?.trim() || 'Earshot';
      frame.allow = 'autoplay; clipboard-write';
      frame.referrerPolicy = 'strict-origin-when-cross-origin';
      frame.loading = 'lazy';
      // By the style object, which a strict style-src allows. A frame of another scheme than its page is opaque.
      const { theme: colorScheme = 'light dark' } = this.#options();
      Object.assign(frame.style, { maxWidth: '100%', border: '0', display: 'block', colorScheme });
      frame.src = address;
      this.#frame = frame;
      this.#resize();
      this.shadowRoot?.replaceChildren(frame);
      this.#connect(createEmbedController(frame));
    }

    #unmount(): void {
      this.#player?.destroy();
      this.#player = null;
      this.#frame = null;
      this.shadowRoot?.replaceChildren(document.createElement('slot'));
      // What only a player can tell; the rest it is told.
      const { duration, bufferedEnd, ended, seeking, readyState, error } = INITIAL_STATE;
      this.#state = { ...this.#state, duration, bufferedEnd, ended, seeking, readyState, error };
      if (this.#state.currentTime > 0) this.#told.add('currentTime');
    }

    #resize(): void {
      const { width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT } = this.#options();
      if (this.#frame) Object.assign(this.#frame.style, { width, height });
    }

    /** What is understood of the attributes. */
    #options(): EmbedOptions {
      return readOptions((name) => {
        const value = this.getAttribute(name);
        return value === '' ? 'true' : value;
      });
    }

    #address(autoplay: boolean): string | null {
      const widgetUrl = this.widgetUrl.replace(/\/$/, '');
      const options = this.#options();
      // Only the web: an address of a script would run in the page.
      if (!options.resource || !/^https?:\/\//.test(widgetUrl) || !URL.canParse(widgetUrl)) {
        return null;
      }
      return playerUrl(widgetUrl, autoplay ? { ...options, autoplay } : options);
    }

    #connect(player: EmbedController): void {
      this.#player = player;
      for (const name of EVENTS) player.on(name, (value) => this.#hear(name, value as never));
    }

    #hear<Name extends keyof EmbedEvents>(name: Name, value: EmbedEvents[Name]): void {
      if (name === 'ready') return void this.#greet();
      if (name === 'resize') this.#grow((value as EmbedEvents['resize']).height);
      const { state, events } = reduce(this.#state, name, value);
      this.#state = state;
      for (const event of events) this.dispatchEvent(new Event(event));
      if (name === 'statechange' || name === 'episodechange') {
        this.dispatchEvent(new CustomEvent(name, { detail: value }));
      }
    }

    #grow(height: number): void {
      const isSane = height >= EMBED_HEIGHT_MIN_PX && height <= EMBED_HEIGHT_ASKED_MAX_PX;
      if (isSane && this.#frame) this.#frame.style.height = `${height}px`;
    }

    /** A new player is told what the page has set, and asked for the rest. */
    async #greet(): Promise<void> {
      const player = this.#player;
      if (!player) return;
      for (const key of this.#told) TELL[key](player, this.#state);
      const isElsewhere = this.#told.delete('currentTime');
      try {
        const [duration, currentTime, isPaused, volume, isMuted] = await Promise.all([
          player.getDuration(),
          player.getCurrentTime(),
          player.getPaused(),
          player.getVolume(),
          player.getMuted(),
        ]);
        if (player !== this.#player) return;
        this.#apply({
          duration: duration || Number.NaN,
          paused: isPaused,
          ...(isElsewhere ? {} : { currentTime }),
          ...(this.#told.has('volume') ? {} : { volume: volume / 100, muted: isMuted }),
        });
      } catch {
        // A player that does not answer stays unknown; what it can do still works.
      }
    }

    #set(key: Told, facts: Partial<ElementState>): void {
      for (const value of Object.values(facts)) {
        if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(key);
      }
      this.#apply(facts);
      if (this.#isReady && this.#player) TELL[key](this.#player, this.#state);
      else if (key === 'currentTime') this.#told.add(key);
      if (key !== 'currentTime') this.#told.add(key);
    }

    #apply(facts: Partial<ElementState>): void {
      const { state, events } = patch(this.#state, facts);
      this.#state = state;
      for (const event of events) this.dispatchEvent(new Event(event));
    }
  };
}

const camelCase = (name: string) =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
