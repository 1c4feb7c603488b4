import { createEmbedController, type EmbedController } from './controller.ts';
import { type ElementState, INITIAL_STATE, patch, reduce } from './element-state.ts';
import { type EmbedEvents, EVENTS } from './frame-protocol.ts';
import { DEFAULT_HEIGHT, DEFAULT_WIDTH, OPTION_NAMES, readOptions } from './options.ts';
import { playerUrl } from './player-url.ts';

/**
 * `<earshot-player widget-url="https://…" resource="episode_id=1" theme="dark">`: an embedded player with the
 * surface of HTMLMediaElement. Its attributes are the options of an embed, an empty flag meaning `true`; changing
 * one loads the player anew, at the same second. It dispatches `play`, `playing`, `pause`, `ended`, `timeupdate`,
 * `seeking`, `seeked`, `waiting`, `durationchange`, `loadedmetadata`, `volumechange`, `ratechange`, `progress`,
 * `error`, and with a `detail` `statechange` and `episodechange`. What stands inside it is shown while there is
 * no player.
 */
export interface EarshotPlayerElement extends HTMLElement {
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  readonly duration: number;
  readonly readyState: ElementState['readyState'];
  readonly error: ElementState['error'];
  /** Null while it is not in a document or has no valid `widget-url` and `resource`. */
  readonly controller: EmbedController | null;
  /** Seconds. */
  currentTime: number;
  /** 0 to 1; what lies outside throws IndexSizeError, as media elements do. */
  volume: number;
  muted: boolean;
  loop: boolean;
  playbackRate: number;
  /**
   * Resolves when sound starts. Rejects with a DOMException: `AbortError` when paused or removed before,
   * `NotAllowedError` when the browser wants a gesture first, `NotSupportedError` when it cannot play.
   */
  play(): Promise<void>;
  pause(): void;
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

interface Play {
  resolve(): void;
  reject(error: DOMException): void;
}

/** Defines the element; nothing happens on a server or when it is defined already. */
export function defineEarshotPlayer(name = 'earshot-player'): void {
  if (typeof customElements === 'undefined' || customElements.get(name)) return;
  customElements.define(name, elementClass());
}

/** In a function, because a server has no HTMLElement to extend. */
function elementClass(): CustomElementConstructor {
  return class extends HTMLElement implements EarshotPlayerElement {
    static readonly observedAttributes = ['widget-url', ...OPTION_NAMES];
    #state = INITIAL_STATE;
    #frame: HTMLIFrameElement | null = null;
    #player: EmbedController | null = null;
    /** What the page has set: each new player is told. */
    #told = new Set<Told>();
    #plays: Play[] = [];
    #isChanging = false;

    constructor() {
      super();
      this.attachShadow({ mode: 'open' }).append(document.createElement('slot'));
    }

    get controller() {
      return this.#player;
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
      return this.#state.loop;
    }
    set loop(loop) {
      this.#set('loop', { loop });
    }
    get playbackRate() {
      return this.#state.playbackRate;
    }
    set playbackRate(playbackRate) {
      this.#set('playbackRate', { playbackRate });
    }

    play(): Promise<void> {
      const promise = new Promise<void>((resolve, reject) => {
        if (!this.#frame) return reject(new DOMException('no player', 'NotSupportedError'));
        if (this.#state.readyState === 4 && !this.#state.paused) return resolve();
        this.#plays.push({ resolve, reject });
        this.#frame.loading = 'eager'; // it may wait below the fold
        if (this.#isReady) this.#player?.play();
      });
      promise.catch(() => {}); // who waits is told; nobody else wants it in their console
      return promise;
    }

    pause(): void {
      this.#settle('AbortError');
      if (this.#isReady) this.#player?.pause();
    }

    connectedCallback(): void {
      this.#mount();
    }

    disconnectedCallback(): void {
      this.#unmount();
      this.#settle('AbortError');
      this.#apply({ paused: true });
    }

    /** Moved with `moveBefore`, a frame keeps playing. */
    connectedMoveCallback(): void {}

    attributeChangedCallback(name: string, before: string | null, after: string | null): void {
      if (before === after || !this.isConnected) return;
      if (name === 'resource') this.#apply({ currentTime: 0 });
      if (this.#isChanging) return;
      // Frameworks set attributes one by one.
      this.#isChanging = true;
      queueMicrotask(() => {
        this.#isChanging = false;
        if (this.isConnected) this.#mount();
      });
    }

    get #isReady(): boolean {
      return this.#player?.supports('method', 'play') ?? false;
    }

    /** A new frame each time: another address in the old one would be a step in the page's history. */
    #mount(): void {
      const wasPlaying = !this.#state.paused;
      this.#unmount();
      const address = this.#address(wasPlaying);
      if (!address) return;
      const frame = document.createElement('iframe');
      frame.title = this.title || this.textContent?.trim() || 'Earshot';
      frame.allow = 'autoplay; clipboard-write';
      frame.referrerPolicy = 'strict-origin-when-cross-origin';
      frame.loading = 'lazy';
      const { width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT } = this.#options();
      // By the style object, which a strict style-src allows.
      Object.assign(frame.style, {
        width,
        height,
        maxWidth: '100%',
        border: '0',
        display: 'block',
      });
      frame.src = address;
      this.#frame = frame;
      this.shadowRoot?.replaceChildren(frame);
      this.#connect(createEmbedController(frame));
    }

    #unmount(): void {
      this.#player?.destroy();
      this.#player = null;
      this.#frame = null;
      this.shadowRoot?.replaceChildren(document.createElement('slot'));
      this.#state = { ...this.#state, duration: Number.NaN, readyState: 0, error: null };
      if (this.#state.currentTime > 0) this.#told.add('currentTime');
    }

    #options() {
      return readOptions((name) => {
        const value = this.getAttribute(name);
        return value === '' ? 'true' : value;
      });
    }

    #address(autoplay: boolean): string | null {
      const widgetUrl = this.getAttribute('widget-url')?.replace(/\/$/, '') ?? '';
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
      if (name === 'resize' && this.#frame) {
        this.#frame.style.height = `${(value as EmbedEvents['resize']).height}px`;
      }
      const saysPlaying = this.#player?.supports('event', 'statechange');
      if (name === 'pause') this.#settle('NotAllowedError');
      if (name === 'error') this.#settle('NotSupportedError');
      const { state, events } = reduce(this.#state, name, value);
      this.#state = state;
      if (name === 'play' && !saysPlaying) this.#settle();
      if (state.readyState === 4 && !state.paused) this.#settle();
      for (const event of events) this.dispatchEvent(new Event(event));
      if (name === 'statechange' || name === 'episodechange') {
        this.dispatchEvent(new CustomEvent(name, { detail: value }));
      }
    }

    /** A new player is told what the page has set, and asked for the rest. */
    async #greet(): Promise<void> {
      const player = this.#player;
      if (!player) return;
      for (const key of this.#told) TELL[key](player, this.#state);
      const isElsewhere = this.#told.delete('currentTime');
      if (this.#plays.length > 0) player.play();
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

    /** Ends what waits for sound: with it, or with the name of a DOMException. */
    #settle(failure?: string): void {
      for (const { resolve, reject } of this.#plays.splice(0)) {
        if (failure) reject(new DOMException('play', failure));
        else resolve();
      }
    }
  };
}
