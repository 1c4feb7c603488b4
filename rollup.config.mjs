/**
 * All build targets, by name. The parts of one target are built in order, the targets at the same time. Each target
 * loads only its own plugins, because compilers take most of a second to load.
 */
export const targets = {
  widgets: async () => (await import('./rollup/widgets.mjs')).widgets,
  player: async () => (await import('./rollup/player.mjs')).player,
  site: async () => (await import('./rollup/site.mjs')).site,
  styles: async () => (await import('./rollup/styles.mjs')).styles,
  playground: async () => (await import('./rollup/playground.mjs')).playground,
  server: async () => (await import('./rollup/server.mjs')).server,
  demo: async () => (await import('./rollup/demo.mjs')).demo,
  sdk: async () => (await import('./rollup/sdk.mjs')).sdk,
  kit: async () => (await import('./rollup/kit.mjs')).kit,
};
