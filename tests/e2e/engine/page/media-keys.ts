/** The registered handlers of the media keys, and the reported position. */
export const mediaKeys = {
  handlers: new Map<string, MediaSessionActionHandler>(),
  position: null as MediaPositionState | null,
  press(action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) {
    mediaKeys.handlers.get(action)?.({ action, ...details });
  },
};

const { mediaSession } = navigator;
const { setActionHandler, setPositionState } = mediaSession;

mediaSession.setActionHandler = (action, handler) => {
  setActionHandler.call(mediaSession, action, handler);
  if (handler) mediaKeys.handlers.set(action, handler);
  else mediaKeys.handlers.delete(action);
};
mediaSession.setPositionState = (state) => {
  setPositionState.call(mediaSession, state);
  mediaKeys.position = state ?? null;
};
