declare global {
  interface Window {
    /** 1: Play was pressed before the player's own script came. 2: it has come, and answers itself. */
    earlyClick?: 1 | 2;
  }
}

/**
 * What happens before the script has arrived, or in its place. The page around hears that nothing blocks the frame. A
 * click on Play (or Space, or Enter) is kept, and honoured by `client.tsx`. Where the script does not come, or does not
 * run, the page becomes the one that it is without scripts. Inlined into the page as text, so it is written for the
 * smallest common browser and says nothing else.
 */
export const EARLY_SCRIPT =
  '(function(w,d){if(w.parent!==w)w.parent.postMessage(\'{"context":"earshot","event":"hello"}\',\'*\');' +
  "w.addEventListener('click',function(e){" +
  "var b=e.target.closest&&e.target.closest('.es-play');" +
  "if(b&&!w.earlyClick){w.earlyClick=1;b.dataset.face='loading'}});" +
  "function f(){var n=d.querySelector('noscript');" +
  'if(n&&w.earlyClick!==2){n.outerHTML=n.textContent;if(w.earlyClick){' +
  "w.earlyClick=2;d.querySelector('audio').play()}}}" +
  "w.addEventListener('error',function(e){var t=e.target.tagName;if(!t||t==='SCRIPT')" +
  "d.readyState==='loading'?d.addEventListener('DOMContentLoaded',f):f()},true)})(window,document)";
