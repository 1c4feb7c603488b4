import { buttonFace, type Player, type PlayTarget } from 'earshot';
import { createScope } from 'earshot/internal';

/** Plain buttons with an episode. The components' own play buttons have their own code. */
const BUTTONS = 'button[data-episode_id][data-station_url]:not(.es-play)';
const ATTRIBUTES = ['episode_id', 'station_url', 'offset_start', 'offset_end'].map(
  (name) => `data-${name}`,
);

interface PlayerButtonsOptions {
  player: Player;
  /** Names of a button without text, and the reason of a disabled one. */
  labels(): Labels;
}

interface Labels {
  play: string;
  pause: string;
  error_PLAYBACK_UNSUPPORTED: string;
}

/**
 * Lets every plain button with the data of an episode play it, wherever and whenever it appears in the document. Its
 * face (`data-face`) follows the player. Returns a function that stops this.
 */
export function followPlayerButtons({ player, labels }: PlayerButtonsOptions): () => void {
  const scope = createScope();
  let buttons: readonly HTMLButtonElement[] = [];

  const refresh = () => {
    for (const button of buttons) showFace(button, player, labels());
  };
  const collect = () => {
    buttons = [...document.querySelectorAll<HTMLButtonElement>(BUTTONS)];
    refresh();
  };
  const observer = new MutationObserver(collect);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
  scope.add(() => observer.disconnect());
  scope.add(player.subscribe(refresh));
  scope.listen(document, 'click', (event) => {
    const button = (event.target as Element | null)?.closest<HTMLButtonElement>(BUTTONS);
    const target = button && targetOf(button);
    if (!target || event.defaultPrevented) return;
    event.preventDefault();
    player.toggle(target);
  });
  collect();
  return scope.dispose;
}

function showFace(button: HTMLButtonElement, player: Player, labels: Labels) {
  const target = targetOf(button);
  if (!target) return;
  const face = buttonFace(player.getSnapshot(), target);
  if (button.dataset.face === face) return;
  const isOn = face === 'pause' || face === 'loading';
  button.dataset.face = face;
  button.disabled = face === 'unsupported';
  if (button.disabled) button.title = labels.error_PLAYBACK_UNSUPPORTED;
  button.setAttribute('aria-pressed', String(isOn));
  if (button.textContent?.trim() === '') {
    button.setAttribute('aria-label', isOn ? labels.pause : labels.play);
  }
}

/** Null if the button has no episode. */
function targetOf({ dataset }: HTMLButtonElement): PlayTarget | null {
  const { station_url, playlist_url } = dataset;
  const episode_id = numberOf(dataset.episode_id);
  if (!station_url || episode_id === null || !Number.isInteger(episode_id) || episode_id < 1) {
    return null;
  }
  return {
    episode_id,
    station_url,
    playlist_url: playlist_url || null,
    offset_start: numberOf(dataset.offset_start),
    offset_end: numberOf(dataset.offset_end),
  };
}

function numberOf(text: string | undefined): number | null {
  const number = Number(text?.trim() || Number.NaN);
  return Number.isFinite(number) ? number : null;
}
