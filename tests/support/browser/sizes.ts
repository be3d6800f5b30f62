import type { ViewportSize } from '@playwright/test';

export const PHONE = { viewport: { width: 390, height: 844 } };
export const WIDE = { viewport: { width: 1440, height: 900 } };

/** The sizes of windows that a list like '390x844 1440x900' names. */
export function sizes(list: string): ViewportSize[] {
  return list.split(' ').map((size) => {
    const [width, height] = size.split('x').map(Number);
    return { width: width!, height: height! };
  });
}
