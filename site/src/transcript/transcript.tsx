import { type LoadedTranscript, loadTranscript } from 'earshot/bar';
import { buildPath, type Episode } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { ALL_PAGE_ROUTES, type SiteTranscript } from 'earshot-site/contract';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { LinkBelow } from '../action.tsx';
import { useSite, useTexts } from '../site-context.tsx';
import { Reader } from './reader.tsx';

interface TranscriptProps {
  episode: Episode;
  transcript: SiteTranscript;
}

/** The transcript of an episode. It is long, so it is fetched on demand. Without scripts, a separate page has it. */
export function Transcript({ episode, transcript }: TranscriptProps) {
  const { client, config } = useSite();
  const t = useTexts('transcript');
  const [words, setWords] = useState<LoadedTranscript | null>(null);
  const [isLoading, setLoading] = useState(false);
  const scope = useRef(createScope());
  const heading = useRef<HTMLHeadingElement>(null);
  const { json, link, language } = transcript;
  const page = link ?? transcriptPage(episode);

  useEffect(() => {
    scope.current = createScope();
    return scope.current.dispose;
  }, []);

  const open = async (event: MouseEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!json || !client || !isPlain) return;
    event.preventDefault();
    if (isLoading) return;
    setLoading(true);
    const ending = new AbortController();
    scope.current.add(() => ending.abort());
    try {
      setWords(await loadTranscript(config.API_CULTURE, json, ending.signal));
      heading.current?.focus();
    } catch {
      if (!ending.signal.aborted) client.notify(t('failed'), { level: 'error' });
    } finally {
      setLoading(false);
    }
  };

  return (
    <section className={words ? undefined : 'site-transcript-closed'} aria-labelledby="transcript">
      <h2 id="transcript" ref={heading} tabIndex={-1} className="site-transcript-title">
        {t('transcript')}
      </h2>
      {words ? (
        <Reader episode={episode} transcript={words} page={page} language={language} />
      ) : (
        <LinkBelow
          href={page}
          {...(link && { target: '_blank', rel: 'noopener' })}
          aria-busy={isLoading || undefined}
          onClick={open}
        >
          {t('read')}
        </LinkBelow>
      )}
    </section>
  );
}

/** The page with the whole text. The key opens a private episode. */
function transcriptPage({ episode_id, site_url }: Episode): string {
  return (
    buildPath(ALL_PAGE_ROUTES, 'episode-transcript', { episode_id }) + new URL(site_url).search
  );
}
