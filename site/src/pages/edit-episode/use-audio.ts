import { API_ROUTES, type Episode, type Media } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { useEffect, useRef, useState } from 'react';
import { useSite } from '../../site-context.tsx';
import type { AudioUpload } from './send-audio.ts';

const ASK_EVERY_MS = 1_500;

interface Sending {
  fileName: string;
  percent: number;
  isPaused: boolean;
}

export interface AudioState {
  /** The file that this page sends. Null if it sends none. */
  sending: Sending | null;
  /** How the upload stands on the server. */
  media: Media | null;
  error: string | null;
  send(file: File): void;
  pause(): void;
  resume(): void;
}

/** All bytes have arrived, and the server works on them. */
export const isInWork = (media: Media | null) =>
  media?.state === 'uploaded' ||
  media?.state === 'processing' ||
  (media?.state === 'uploading' && media.progress === 100);

/** Sends the audio of an episode, and follows the server's work on it until it is ready. */
export function useAudio({ episode_id }: Episode, loaded: Media | null): AudioState {
  const { client, config, texts } = useSite();
  const [media, setMedia] = useState(loaded);
  const [sending, setSending] = useState<Sending | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const upload = useRef<AudioUpload | null>(null);

  // The upload goes on by itself on the server only: what is sent ends with the page.
  useEffect(() => () => upload.current?.pause(), []);

  const mediaId = media?.media_id;
  const isFollowed = client !== null && sending === null && isInWork(media);
  useEffect(() => {
    if (!client || !isFollowed || mediaId === undefined) return;
    const scope = createScope();
    const ask = async () => {
      const answer = await client.api
        .get<{ media: Media }>('media_file', { media_id: mediaId }, scope.signal)
        .catch(() => null); // asked again
      if (scope.disposed) return;
      if (answer) setMedia(answer.media);
      if (answer?.media.state === 'ready') void client.refresh();
      setAsked(asked + 1);
    };
    scope.timeout(() => void ask(), ASK_EVERY_MS);
    return scope.dispose;
  }, [client, isFollowed, mediaId, asked]);

  async function begin(file: File) {
    setError(null);
    setSending({ fileName: file.name, percent: 0, isPaused: false });
    const change = (part: Partial<Sending>) =>
      setSending((before) => before && { ...before, ...part });
    const fail = (message: string) => {
      setSending(null);
      setError(message);
    };
    let attached: Promise<unknown> = Promise.resolve();
    let id = 0;
    try {
      const { sendAudio } = await import('./send-audio.ts');
      upload.current = await sendAudio(file, {
        endpoint: config.API_URL + API_ROUTES.uploads,
        token: () => client?.session.token ?? null,
        onBegun(media_id) {
          id = media_id;
          // From now on the episode knows its audio, also after a reload.
          attached = client?.api.put('episode_v1', { episode_id, media_id }) ?? attached;
          attached.catch((reason: Error) => {
            upload.current?.pause();
            fail(reason.message);
          });
        },
        onProgress: (percent) => change({ percent }),
        async onDone() {
          try {
            await attached;
            const answer = await client?.api.get<{ media: Media }>('media_file', { media_id: id });
            setMedia(answer?.media ?? null);
            setSending(null);
            void client?.refresh();
          } catch (reason) {
            fail((reason as Error).message);
          }
        },
        onFailed: fail,
      });
    } catch {
      fail(texts.site.failed_text);
    }
  }

  return {
    sending,
    media,
    error,
    send: (file) => {
      if (!sending) void begin(file);
    },
    pause() {
      upload.current?.pause();
      setSending((before) => before && { ...before, isPaused: true });
    },
    resume() {
      upload.current?.resume();
      setSending((before) => before && { ...before, isPaused: false });
    },
  };
}
