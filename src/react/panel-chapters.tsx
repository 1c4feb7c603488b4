import { useRef } from 'react';
import { ChapterRow } from './chapter-row.tsx';
import { Icon } from './icons.tsx';
import { EXTERNAL_ICON } from './more-icons.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';
import { useFollow } from './use-follow.ts';

/** The chapters of the episode. A click plays from the start of one. */
export function PanelChapters() {
  const player = usePlayer();
  const t = useTranslate();
  const chapters = usePlayerState(({ episode }) => episode?.chapters);
  const current = usePlayerState(({ chapter }) => chapter?.starts_at);
  const list = useRef<HTMLOListElement>(null);
  useFollow(list, current);
  return (
    <ol ref={list} className="es-rows" aria-label={t('chapters')}>
      {chapters?.map((chapter, index) => (
        <li key={chapter.starts_at}>
          <button
            type="button"
            className="es-row"
            aria-current={chapter.starts_at === current}
            onClick={() => {
              player?.seek(chapter.starts_at);
              player?.play();
            }}
          >
            <ChapterRow {...chapter} number={index + 1} />
          </button>
          {chapter.url && (
            <a
              className="es-button"
              href={chapter.url}
              target="_blank"
              rel="noopener"
              aria-label={t('chapter_link', {
                title: chapter.title || t('chapter', { number: index + 1 }),
              })}
            >
              <Icon path={EXTERNAL_ICON} />
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}
