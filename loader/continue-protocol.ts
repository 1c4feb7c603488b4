/** Messages between the loader and the frame that remembers which episode plays (`data-continue`). */
export const CONTINUE_CONTEXT = 'earshot.continue';

/** The playing episode, and the data for playing it on another page. */
export interface Run {
  /** `episode_id=N` or `show_id=N`. */
  resource: string;
  /** Content seconds. */
  seconds: number;
  /** Title of the frame, for the next one. */
  title: string;
}

/** From the frame: without a run it only reports that it listens. The texts are in the listener's language. */
export interface ContinueAnswer {
  run?: Run;
  texts?: ContinueTexts;
}

export interface ContinueTexts {
  player: string;
  play: string;
  close: string;
}

/** From the page. Without `run` it asks; `run: null` forgets. */
export interface ContinueRequest {
  run?: Run | null;
}

export const readAnswer = (data: unknown) => read<ContinueAnswer>(data);
export const readRequest = (data: unknown) => read<ContinueRequest>(data);

function read<Message>(data: unknown): Message | null {
  if (typeof data !== 'string' || !data.startsWith(`{"context":"${CONTINUE_CONTEXT}"`)) return null;
  try {
    return JSON.parse(data) as Message;
  } catch {
    return null; // not one of our messages
  }
}
