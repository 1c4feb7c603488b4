/** Loads the library for pictures where it is first needed: it takes 20 MB, and most pictures have been made before. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp;
}
