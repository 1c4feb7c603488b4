/** Loads the picture library on first use: it takes 20 MB, and most presets exist already. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp;
}
