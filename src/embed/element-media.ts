import type { EmbedController } from './controller.ts';
import { type ElementState, INITIAL_STATE, patch, reduce } from './element-state.ts';
import { type EmbedEvents, EVENTS } from './frame-protocol.ts';

/** The properties that a page can set, and the calls that pass them on to the player. */
const SETTERS = {
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

/** Without the second name of `ratechange`. */
const HEARD = EVENTS.filter((name) => name !== 'playbackratechange');

export type SettableName = keyof typeof SETTERS;

/** The media side of `<earshot-player>`: its state, and the settings of the page. It survives the player. */
export interface ElementMedia {
  state(): ElementState;
  player(): EmbedController | null;
  /** Whether the player has sent `ready`. */
  isReady(): boolean;
  /** Follows this player, which gets all settings of the page. */
  attach(player: EmbedController): void;
  /** Ends the player. The position and the settings are kept for the next one. */
  detach(): void;
  /** @throws TypeError if a number is not finite. */
  set(name: SettableName, facts: Partial<ElementState>): void;
  /** Changes facts that do not concern the player. */
  apply(facts: Partial<ElementState>): void;
  /** Another episode follows, which begins at its start. */
  rewind(): void;
}

export interface ElementMediaPorts {
  dispatch(event: Event): void;
  /** The height in CSS pixels that the player requests. */
  onResize(height: number): void;
  /** The player is ready, or has another episode. */
  onEpisode(player: EmbedController): void;
  onTime(seconds: number): void;
}

export function createElementMedia(ports: ElementMediaPorts): ElementMedia {
  const { dispatch } = ports;
  let state = INITIAL_STATE;
  let player: EmbedController | null = null;
  /** Set by the page: each new player gets these. */
  const settings = new Set<SettableName>();

  function change(next: { state: ElementState; events: readonly string[] }): void {
    state = next.state;
    for (const event of next.events) dispatch(new Event(event));
  }

  const apply = (facts: Partial<ElementState>) => change(patch(state, facts));
  const isReady = () => player?.supports('method', 'play') ?? false;

  function hear<Name extends keyof EmbedEvents>(name: Name, value: EmbedEvents[Name]): void {
    change(reduce(state, name, value));
    if (name === 'statechange' || name === 'episodechange') {
      dispatch(new CustomEvent(name, { detail: value }));
    }
  }

  /** Passes on the page's settings, and reads the rest from the player. */
  async function greet(current: EmbedController): Promise<void> {
    for (const name of settings) SETTERS[name](current, state);
    const isElsewhere = settings.delete('currentTime');
    try {
      const facts = await ask(current);
      if (current !== player) return;
      const { currentTime, volume, muted, ...rest } = facts;
      apply({
        ...rest,
        ...(isElsewhere ? {} : { currentTime }),
        ...(settings.has('volume') ? {} : { volume, muted }),
      });
    } catch {
      // A player that does not answer keeps its unknown values; its methods still work.
    }
  }

  return {
    state: () => state,
    player: () => player,
    isReady,
    attach(current) {
      player = current;
      for (const name of HEARD) current.on(name, (value) => hear(name, value as never));
      current.on('ready', () => void greet(current));
      current.on('ready', () => {
        dispatch(new Event('loadstart')); // now, because frameworks add their listeners late
        ports.onEpisode(current);
      });
      current.on('episodechange', () => ports.onEpisode(current));
      current.on('timeupdate', ({ seconds }) => ports.onTime(seconds));
      current.on('resize', ({ height }) => ports.onResize(height));
    },
    detach() {
      player?.destroy();
      player = null;
      // Only a player knows these; the next one gets the others.
      const { duration, bufferedEnd, ended, seeking, readyState, error } = INITIAL_STATE;
      state = { ...state, duration, bufferedEnd, ended, seeking, readyState, error };
      if (state.currentTime > 0) settings.add('currentTime');
    },
    set(name, facts) {
      const isValid = Object.values(facts).every((value) => Number.isFinite(Number(value)));
      if (!isValid) throw new TypeError(name);
      apply(facts);
      if (isReady() && player) SETTERS[name](player, state);
      else if (name === 'currentTime') settings.add(name);
      // A position applies to one player only, the other settings to all.
      if (name !== 'currentTime') settings.add(name);
    },
    apply,
    rewind() {
      if (state.currentTime === 0) return;
      apply({ currentTime: 0 });
      dispatch(new Event('timeupdate'));
    },
  };
}

async function ask(player: EmbedController) {
  const [duration, currentTime, paused, volume, muted] = await Promise.all([
    player.getDuration(),
    player.getCurrentTime(),
    player.getPaused(),
    player.getVolume(),
    player.getMuted(),
  ]);
  return { duration: duration || Number.NaN, currentTime, paused, volume: volume / 100, muted };
}
