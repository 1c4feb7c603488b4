/** Cards of Stripe's tests: https://docs.stripe.com/testing */
export const GOOD_CARD = '4242424242424242';
export const NEEDS_PROOF = '4000002500003155';
export const REFUSALS: Readonly<Record<string, string>> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
};

/** The script's promises, and messages between its frame and the page, as far as this host uses them. */
const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  window.Stripe = (key, { locale } = {}) => {
    let frame, resolve;
    const on = {};
    const emit = (name, value) => on[name]?.(value);
    addEventListener('message', ({ origin: from, source, data }) => {
      if (from !== origin || source !== frame?.contentWindow) return;
      if (data.type === 'ready') emit('ready', {});
      if (data.type === 'change') emit('change', data);
      if (data.type === 'result') resolve(data.result);
    });
    const card = {
      on(name, call) { on[name] = call; return card; },
      mount(where) {
        frame = document.createElement('iframe');
        frame.src = origin + '/element?locale=' + locale + '&key=' + key;
        frame.title = 'Secure payment input frame';
        frame.style.cssText = 'border:0;width:100%;height:100%';
        document.querySelector(where).append(frame);
      },
    };
    const ask = (request) => new Promise((done) => {
      resolve = done;
      frame.contentWindow.postMessage(request, origin);
    });
    const confirm = (clientSecret, { payment_method } = {}) =>
      ask({ type: 'confirm', clientSecret, saved: payment_method === undefined });
    return {
      elements: () => ({ create: () => card }),
      confirmCardPayment: confirm,
      confirmCardSetup: confirm,
      retrievePaymentIntent: (clientSecret) => ask({ type: 'retrieve', clientSecret }),
    };
  };
})();`;

const ELEMENT = `<!doctype html><html lang="en"><title>Card</title><style>html{color-scheme:light dark}</style>
<label>Card number <input id="card" inputmode="numeric"></label> <span id="locale"></span>
<p id="proof" hidden><button id="prove">Complete authentication</button> <button id="fail">Fail authentication</button></p>
<script>
const say = (data) => parent.postMessage(data, '*');
const card = document.getElementById('card'), proof = document.getElementById('proof');
document.getElementById('locale').textContent = new URL(location).searchParams.get('locale');
card.oninput = () => {
  const complete = /^\\d{16}$/.test(card.value);
  const error = /[^\\d]/.test(card.value) ? { message: 'Your card number is invalid.' } : undefined;
  say({ type: 'change', complete, error });
};
async function confirm(clientSecret, saved, more) {
  const number = saved ? '' : card.value;
  const body = new URLSearchParams({ client_secret: clientSecret, card: number, ...more });
  const answer = await (await fetch('/confirm', { method: 'POST', body })).json();
  if (!answer.needs_proof) { proof.hidden = true; return say({ type: 'result', result: answer }); }
  proof.hidden = false;
  document.getElementById('prove').onclick = () => confirm(clientSecret, saved, { proved: '1' });
  document.getElementById('fail').onclick = () => {
    proof.hidden = true;
    say({ type: 'result', result: { error: { message: 'We are unable to authenticate your payment method.' } } });
  };
}
async function retrieve(clientSecret) {
  const body = new URLSearchParams({ client_secret: clientSecret });
  say({ type: 'result', result: await (await fetch('/retrieve', { method: 'POST', body })).json() });
}
onmessage = ({ data }) => {
  if (data.type === 'confirm') confirm(data.clientSecret, data.saved);
  else retrieve(data.clientSecret);
};
say({ type: 'ready' });
</script></html>`;

/** The resources that a browser loads from Stripe. Null for every other path. */
export function stripePage(path: string): { type: string; text: string } | null {
  if (path === '/stripe.js') return { type: 'text/javascript', text: SCRIPT };
  if (path === '/element') return { type: 'text/html', text: ELEMENT };
  return null;
}
