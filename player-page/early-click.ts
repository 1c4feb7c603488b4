declare global {
  interface Window {
    /** Set by the inlined script: Play was pressed before the player's own script came. */
    earlyClick?: number;
  }
}

/**
 * A click on Play (or Space, or Enter) before the script has arrived is kept here and honoured once it has, see
 * `client.tsx`. Inlined into the page as text, so it is written for the smallest common browser and says nothing else.
 */
export const EARLY_CLICK_SCRIPT =
  "addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('.es-play');" +
  "if(b&&!window.earlyClick){window.earlyClick=1;b.dataset.face='loading'}});";
