import type { Chapter, Episode } from 'earshot/contract';
import { formatTime, usePlayer, usePlayerState, useTranslate } from 'earshot/react';
import { targetOf } from '../../parts/play-target.ts';
import { useSite } from '../../site-context.tsx';

/** The chapters of the episode, each a button. The current one is marked. */
export function Chapters({ episode }: { episode: Episode }) {
  const { t } = useSite();
  const playing = usePlayerState(({ episode: current, chapter }) =>
    current?.episode_id === episode.episode_id ? chapter?.starts_at : undefined,
  );
  if (episode.chapters.length === 0) return null;
  return (
    <section>
      <h2>{t('chapters')}</h2>
      <ol className="site-chapters">
        {episode.chapters.map((chapter, index) => (
          <ChapterRow
            key={chapter.starts_at}
            chapter={chapter}
            number={index + 1}
            episode={episode}
            isPlaying={chapter.starts_at === playing}
          />
        ))}
      </ol>
    </section>
  );
}

interface ChapterRowProps {
  chapter: Chapter;
  /** Names a chapter without a title. */
  number: number;
  episode: Episode;
  isPlaying: boolean;
}

function ChapterRow({ chapter, number, episode, isPlaying }: ChapterRowProps) {
  const { config, t } = useSite();
  const tPlayer = useTranslate();
  const player = usePlayer();
  const { starts_at } = chapter;
  const title = chapter.title || tPlayer('chapter', { number });
  const time = formatTime(starts_at);
  return (
    <li>
      <button
        type="button"
        aria-label={t('listen_from', { time, title })}
        aria-current={isPlaying || undefined}
        onClick={() =>
          player?.load(targetOf(episode, config), { autoplay: true, currentTime: starts_at })
        }
      >
        {/* The name of the button has this text in it, for those who say what they see. */}
        <span className="es-time">{time}</span>{' '}
        <span dir="auto" lang={chapter.title ? episode.show_language : undefined}>
          {title}
        </span>
      </button>
    </li>
  );
}
