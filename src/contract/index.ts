export * from './entities.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './image-url.ts';
export * from './limits.ts';
export * from './page-load.ts';
export * from './player-page.ts';
export * from './routes.ts';
