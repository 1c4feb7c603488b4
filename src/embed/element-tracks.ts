import type { EmbedController } from './controller.ts';
import { type EmbedTextTrack, readCues, readTracks } from './text-track.ts';

export type ElementTrackMode = 'disabled' | 'hidden' | 'showing';

/**
 * A track of `<earshot-player>`, with the interface of TextTrack. The browser's own tracks cannot be used: they follow the
 * clock of a media element. The page draws `showing` captions itself, as for an `<audio>`.
 */
export class ElementTrack extends EventTarget {
  readonly kind: EmbedTextTrack['kind'];
  readonly label: string;
  readonly language: string;
  readonly id: string;
  readonly inBandMetadataTrackDispatchType = '';
  #mode: ElementTrackMode = 'disabled';
  #cues: readonly VTTCue[] = [];
  #active: readonly VTTCue[] = [];
  readonly #changed: (track: ElementTrack) => void;

  constructor({ kind, label, language }: EmbedTextTrack, changed: (track: ElementTrack) => void) {
    super();
    this.kind = kind;
    this.label = label;
    this.language = language;
    this.id = kind;
    this.#changed = changed;
  }

  get mode() {
    return this.#mode;
  }
  set mode(mode) {
    if (mode === this.#mode || !['disabled', 'hidden', 'showing'].includes(mode)) return;
    this.#mode = mode;
    this.#changed(this);
  }
  /** Null while disabled. Empty until the player has sent them, which `load` announces. */
  get cues() {
    return this.#mode === 'disabled' ? null : this.#cues;
  }
  get activeCues() {
    return this.#mode === 'disabled' ? null : this.#active;
  }

  /** Takes the cues of the player. */
  fill(cues: readonly VTTCue[], time: number): void {
    this.#cues = cues;
    this.dispatchEvent(new Event('load'));
    this.moveTo(time);
  }

  /** Announces other active cues by `cuechange`. */
  moveTo(time: number): void {
    const active = this.#cues.filter(
      ({ startTime, endTime }) => startTime <= time && time < endTime,
    );
    const isSame =
      active.length === this.#active.length && active.every((cue, i) => cue === this.#active[i]);
    if (isSame) return;
    this.#active = active;
    if (this.#mode !== 'disabled') this.dispatchEvent(new Event('cuechange'));
  }
}

/** The tracks of the current episode, with the interface of TextTrackList. */
export class ElementTrackList extends EventTarget {
  #tracks: readonly ElementTrack[] = [];
  readonly [index: number]: ElementTrack;

  get length() {
    return this.#tracks.length;
  }
  getTrackById(id: string): ElementTrack | null {
    return this.#tracks.find((track) => track.id === id) ?? null;
  }
  [Symbol.iterator](): IterableIterator<ElementTrack> {
    return this.#tracks[Symbol.iterator]();
  }

  replace(tracks: readonly ElementTrack[]): void {
    const before = this.#tracks;
    this.#tracks = [];
    for (const [index] of before.entries()) Reflect.deleteProperty(this, index);
    for (const track of before) this.dispatchEvent(trackEvent('removetrack', track));
    this.#tracks = tracks;
    for (const [index, track] of tracks.entries()) {
      Object.defineProperty(this, index, { value: track, configurable: true, enumerable: true });
    }
    for (const track of tracks) this.dispatchEvent(trackEvent('addtrack', track));
  }
}

const trackEvent = (type: string, track: ElementTrack) => Object.assign(new Event(type), { track });

/** The tracks of an element. The player is asked only if the page has asked for them. */
export interface ElementTracks {
  /** The first call makes the player be asked. */
  list(): ElementTrackList;
  /** Asks this player, whose episode is new. Null removes all tracks. */
  follow(player: EmbedController | null): void;
  moveTo(time: number): void;
}

export function createElementTracks(time: () => number): ElementTracks {
  const list = new ElementTrackList();
  let player: EmbedController | null = null;
  let isWanted = false;
  /** Counts the episodes: an answer may be about an earlier one. */
  let round = 0;
  let filled = new WeakSet<ElementTrack>();

  async function fill(track: ElementTrack, from: EmbedController): Promise<void> {
    if (filled.has(track)) return;
    filled.add(track);
    const cues = readCues(await from.getCues(track.kind));
    track.fill(
      cues.map(({ start, end, text }) => new VTTCue(start, end, text)),
      time(),
    );
  }

  function onMode(track: ElementTrack): void {
    if (track.mode !== 'disabled' && player) void fill(track, player).catch(() => {});
    list.dispatchEvent(new Event('change'));
  }

  async function ask(from: EmbedController, asked: number): Promise<void> {
    const found = readTracks(await from.getTextTracks());
    const tracks = found.map((one) => new ElementTrack(one, onMode));
    // Media controls read the chapters when the track appears, and never enable it.
    for (const track of tracks.filter(({ kind }) => kind === 'chapters')) {
      await fill(track, from);
      track.mode = 'hidden';
    }
    if (asked === round) list.replace(tracks);
  }

  function start(): void {
    if (isWanted && player) void ask(player, round).catch(() => {}); // a player of others has none
  }

  return {
    list() {
      const isFirst = !isWanted;
      isWanted = true;
      if (isFirst) start();
      return list;
    },
    follow(next) {
      player = next;
      round += 1;
      filled = new WeakSet();
      if (list.length > 0) list.replace([]);
      start();
    },
    moveTo(now) {
      for (const track of list) track.moveTo(now);
    },
  };
}
