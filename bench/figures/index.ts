import type { Figure } from '../figure.ts';
import { chat } from './chat.ts';
import { circle } from './circle.ts';
import { idle } from './idle.ts';
import { search } from './search.ts';

/** Every figure, in the design's order. */
export const FIGURES: readonly Figure[] = [chat, idle, search, circle];
