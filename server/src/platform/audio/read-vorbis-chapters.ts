export interface AudioChapter {
  /** Seconds. */
  starts_at: number;
  title: string;
}

const MAX_CHAPTERS = 1000;

interface Tag {
  id: string;
  value: unknown;
}

/** Chapters in the comments of Opus, Vorbis and FLAC: `CHAPTER001=00:01:30.000` and `CHAPTER001NAME=Title`. */
export function readVorbisChapters(tags: readonly Tag[]): AudioChapter[] {
  const comments = new Map(tags.map(({ id, value }) => [id.toUpperCase(), String(value)]));
  return [...comments]
    .filter(([id]) => /^CHAPTER\d{3}$/.test(id))
    .flatMap(([id, time]) => {
      const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(time.trim());
      if (!match) return [];
      const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number);
      const starts_at = hours * 3600 + minutes * 60 + seconds;
      return [{ starts_at, title: comments.get(`${id}NAME`) ?? '' }];
    })
    .slice(0, MAX_CHAPTERS);
}
