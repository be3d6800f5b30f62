declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** Fixes an axis of a variable font at one value. */
    variationAxes: Record<string, number>;
  }
  /** @param text the characters to keep */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
