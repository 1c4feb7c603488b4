import { useEffect, useRef, useState } from 'react';
import { createScope } from '../lib/scope.ts';
import type { LoadedTranscript } from './load-transcript.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

interface Loaded extends LoadedTranscript {
  url: string;
}

/** The transcript of the episode. It is long, so it is loaded when its tab is open. */
export function PanelTranscript() {
  const player = usePlayer();
  const t = useTranslate();
  const language = t('language');
  const episodeId = usePlayerState(({ episode }) => episode?.episode_id);
  const url = usePlayerState(({ episode }) => episode?.transcript?.url);
  const spoken = usePlayerState(({ episode }) => episode?.transcript?.language);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [isFailed, setFailed] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { add, signal, dispose } = createScope();
    let isShown = true;
    add(() => {
      isShown = false;
    });
    setFailed(false);
    if (url) {
      import('#load-transcript')
        .then(({ loadTranscript }) => loadTranscript(language, url, signal))
        .then(
          (arrived) => isShown && setLoaded({ ...arrived, url }),
          () => isShown && setFailed(true),
        );
    }
    return dispose;
  }, [url, language]);

  if (isFailed) return <p className="es-panel-empty">{t('error_NETWORK')}</p>;
  if (!loaded || loaded.url !== url || !episodeId)
    return <p className="es-panel-empty">{t('loading')}</p>;
  return (
    <loaded.TranscriptReader
      key={url}
      t={loaded.t}
      cues={loaded.cues}
      episodeId={episodeId}
      language={spoken ?? null}
      box={box}
      isLow
      onPlay={(seconds) => {
        player?.seek(seconds);
        player?.play();
      }}
    />
  );
}
