/** `--es-ground` for the browser's own frame, which reads no stylesheet. */
export const GROUND_COLOURS = { light: '#fbfaf8', dark: '#141413' } as const;
