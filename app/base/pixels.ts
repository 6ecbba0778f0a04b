// Pictures in pixels.
import { present } from "../../engine/base/nth.ts";

/** The pixels of an image from side to side at most: browsers make no larger ones. */
const MOST_PIXELS = 8000;

/** Pixels of the image for each of the picture. */
const DENSITY = 2;

/** Milliseconds between two looks at whether the fonts within a picture are there, and looks that must be alike. */
const FONTS_LOOK = 100;
const [ALIKE, MOST_LOOKS] = [4, 30];

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * Draws an SVG of a size as PNG. Browsers draw the letters of a picture once its fonts are read, and do not say when: it is drawn until it
 * stays. Undefined where the browser makes no image.
 */
export async function pngOf(
  svg: Blob,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Blob | undefined> {
  const scale = Math.min(DENSITY, MOST_PIXELS / Math.max(width, height));
  const image = new Image();
  image.src = await dataUrl(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const context = present(canvas.getContext("2d", { willReadFrequently: true }));
  let [before, alike] = ["", 0];
  for (let look = 0; look < MOST_LOOKS && alike < ALIKE; look++) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const now = canvas.toDataURL();
    alike = now === before ? alike + 1 : 0;
    before = now;
    await new Promise((done) => setTimeout(done, FONTS_LOOK));
  }
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return png ?? undefined;
}
