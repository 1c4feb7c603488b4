// Requests per second of the most requested public addresses, each beside a bare Fastify route.
import { startProduct } from './bench-product.mjs';
import { sayBesideBare } from './beside-bare.mjs';

const product = await startProduct();
await sayBesideBare(product, {
  rounds: 5,
  encodings: { plain: {}, brotli: { 'Accept-Encoding': 'br, gzip' } },
  addresses: [
    { name: 'API, one episode', path: '/api/v2/episodes/1', target: 0.5 },
    { name: 'player page', path: '/player?episode_id=1', target: 0.3 },
    { name: 'home page', path: '/', target: 0.2 },
  ],
});
await product.stop();
