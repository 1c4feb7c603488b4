// The health check of the image: exits with 0 if the server in this container answers. An image has no curl.
const { PORT = '4000', HOST = '' } = process.env;
const isEverywhere = ['', '0.0.0.0', '::'].includes(HOST);
const host = isEverywhere ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
try {
  const { ok, status } = await fetch(`http://${host}:${PORT || 4000}/healthz`, {
    signal: AbortSignal.timeout(4_000),
  });
  if (!ok) throw new Error(`The server answers ${status}.`);
} catch (error) {
  process.stderr.write(`${error.cause?.message ?? error.message}\n`);
  process.exit(1);
}
