/** Facts of uploaded audio after decoding, for its author. */
export interface MediaFacts {
  /** Tags of the file; null if it has none. */
  title: string | null;
  artist: string | null;
  album: string | null;
  chapters: { starts_at: number; title: string }[];
  /** Hz. */
  sample_rate: number;
  channels: number;
  /** Average bits per second of the file. */
  bitrate: number;
  loudness: {
    /** LUFS (ITU-R BS.1770). Null for silence. */
    integrated: number | null;
    /** dBTP. Null for digital silence. */
    true_peak: number | null;
    /** LU (EBU Tech 3342). Null if the recording is too short. */
    range: number | null;
  };
  /** Places where the recording was too loud for its format. */
  clipping: number;
  /** Seconds below -60 dBFS at the start and at the end. */
  silence_start: number;
  silence_end: number;
  /** Browsers seek wrongly in the original file. */
  needs_repack: boolean;
  /** The played file is a copy without that fault; the sound is the same. */
  repacked: boolean;
}
