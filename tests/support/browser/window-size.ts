/** In CSS px. */
export interface WindowSize {
  width: number;
  height: number;
}
