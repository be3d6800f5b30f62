import type { Locator } from '@playwright/test';

type Colour = 'black' | 'gray' | 'red' | 'yellow' | 'green' | 'blue' | 'purple' | 'another';

/** The everyday name of an element's colour. */
export async function colourOf(element: Locator, property: 'color' | 'background-color'): Promise<Colour> {
  const value = await element.evaluate((shown, name) => getComputedStyle(shown).getPropertyValue(name), property);
  return nameOfColour(value);
}

/** The everyday name of a computed colour. */
export function nameOfColour(value: string): Colour {
  const [red = 0, green = 0, blue = 0] = value.match(/\d+(\.\d+)?/g)?.map(Number) ?? [];
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (most < 40) return 'black';
  if (spread < 10) return 'gray';
  // For instance beige, which the specification does not name.
  if (spread < 40) return 'another';
  const hue = 60 * hueSixth(red, green, blue, most, spread);
  if (hue < 20 || hue > 340) return 'red';
  if (hue > 35 && hue < 65) return 'yellow';
  if (hue > 90 && hue < 170) return 'green';
  if (hue > 200 && hue < 250) return 'blue';
  if (hue > 255 && hue < 300) return 'purple';
  return 'another';
}

function hueSixth(red: number, green: number, blue: number, most: number, spread: number): number {
  if (most === red) return ((green - blue) / spread + 6) % 6;
  if (most === green) return (blue - red) / spread + 2;
  return (red - green) / spread + 4;
}
