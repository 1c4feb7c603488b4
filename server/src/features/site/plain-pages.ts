import type { Language } from 'earshot/internal';
import type { PlainPage } from 'earshot-site/contract';
import type { FastifyInstance } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { siteAssets } from './brand.ts';
import { publicConfig } from './site-config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The document of a page without scripts. */
    writePlainPage(page: PlainPage, language: Language): string;
  }
}

/** Features of all kinds answer with these pages, so the server offers them before it registers any feature. */
export function offerPlainPages(app: FastifyInstance, deps: FeatureDeps): void {
  const { renderers } = deps;
  app.decorate('writePlainPage', (page, language) =>
    // Administrators may change the name of the host while it runs.
    renderers.renderPlainPage(page, publicConfig(deps, language), siteAssets(renderers)),
  );
}
