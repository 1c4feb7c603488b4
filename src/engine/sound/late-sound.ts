import { createNoSound } from './no-sound.ts';
import type { AudioSource, CreateSound, Sound } from './sound.ts';

/**
 * A sound whose code is a separate file. The file is fetched at once, but a page shows its player without waiting for
 * it, and the sound is made when it first gets a file: most players of a page are never played. Earlier calls are
 * carried out then. If the code does not arrive, playback fails, and the next play fetches it again.
 */
export function createLateSound(load: () => Promise<CreateSound>): CreateSound {
  return (events) => {
    let create: CreateSound | null = null;
    let sound: Sound | null = null;
    let isFetching = false;
    let isDestroyed = false;
    // The earlier calls: the last one of each kind.
    let open: readonly [AudioSource, number] | null = null;
    let isWanted = false;
    let isWarm = false;
    let volume = 1;
    let rate = 1;

    function fetchSound(): void {
      if (create || isFetching) return;
      isFetching = true;
      load().then(arrive, () => {
        isFetching = false;
        if (isWanted) events.failed('network');
        isWanted = false;
      });
    }

    function arrive(createSound: CreateSound): void {
      create = createSound;
      begin();
    }

    function begin(): void {
      if (!create || sound || !open || isDestroyed) return;
      sound = create(events);
      sound.setVolume(volume);
      sound.setRate(rate);
      sound.open(...open);
      if (isWarm) sound.warmUp();
      if (isWanted) sound.play();
    }

    const silent = createNoSound(events);
    const now = () => sound ?? silent;
    fetchSound();

    return {
      get currentTime() {
        return sound ? sound.currentTime : (open?.[1] ?? 0);
      },
      get duration() {
        return now().duration;
      },
      get bufferedEnd() {
        return now().bufferedEnd;
      },
      open(source, fileTime) {
        open = [source, fileTime];
        if (sound) sound.open(source, fileTime);
        else begin();
      },
      reload: (fileTime) => now().reload(fileTime),
      prepare: (source, fileTime) => now().prepare(source, fileTime),
      play() {
        isWanted = true;
        fetchSound();
        now().play();
      },
      pause() {
        isWanted = false;
        now().pause();
      },
      tick: () => now().tick(),
      warmUp() {
        isWarm = true;
        now().warmUp();
      },
      setVolume(fraction) {
        volume = fraction;
        now().setVolume(fraction);
      },
      setRate(value) {
        rate = value;
        now().setRate(value);
      },
      release() {
        open = null;
        isWanted = false;
        isWarm = false;
        now().release();
      },
      destroy() {
        isDestroyed = true;
        now().destroy();
      },
    };
  };
}
